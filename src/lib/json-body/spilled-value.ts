import { createBase64Decoder } from './base64-decoder.ts';
import { JsonBodyError } from './json-body-error.ts';

const quoteByte = 0x22;
const backslashByte = 0x5c;
const gatheredCapacity = 16 * 1024;

/** Character after a backslash → its meaning. `u` is followed by four hex digits and handled separately. */
const escapes = new Map<number, number>(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meant]) => [letter.charCodeAt(0), meant.charCodeAt(0)],
  ),
);

const syntaxError = (): JsonBodyError =>
  new JsonBodyError(
    'syntax',
    'The request body is not valid JSON: a string contains an invalid escape or character',
  );

const hexValue = (byte: number): number => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  if (Number.isNaN(value)) throw syntaxError();
  return value;
};

/** Receives the decoded bytes. */
export interface SpillSink {
  write(bytes: Buffer): void;
  finish(isBase64: boolean): void;
}

export interface SpilledValue {
  /** Takes the contents of a JSON string. Returns the index after its closing quote, or -1 if that is still to come. */
  push(chunk: Buffer, start: number, end: number): number;
  finish(): void;
}

/**
 * The contents of one long JSON string, decoded from base64 as it arrives. It never reaches the JSON parser, so
 * this code rejects what the parser would: invalid escapes, raw control characters, invalid UTF-8.
 */
export const createSpilledValue = (sink: SpillSink): SpilledValue => {
  const decoder = createBase64Decoder(sink.write, () => {
    throw syntaxError();
  });
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isBase64 = true;
  /** 0: none; 1: after the backslash; 2 to 5: before the first to the last hex digit. */
  let escapeStep = 0;
  let escapeCode = 0;
  /** Ranges between escapes, joined: the decoder is only fast with long ones. */
  let gathered: Buffer | undefined;
  let gatheredLength = 0;

  const validateText = (chunk: Buffer | undefined): void => {
    for (const byte of chunk ?? []) if (byte < 0x20) throw syntaxError();
    try {
      utf8.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new JsonBodyError('encoding', 'The request body is not valid UTF-8');
    }
  };

  const feed = (chunk: Buffer, start: number, end: number): void => {
    if (isBase64 && decoder.push(chunk, start, end)) return;
    isBase64 = false;
    validateText(chunk.subarray(start, end));
  };

  const feedGathered = (): void => {
    if (gathered !== undefined && gatheredLength > 0) feed(gathered, 0, gatheredLength);
    gatheredLength = 0;
  };

  const gather = (chunk: Buffer, start: number, end: number): void => {
    gathered ??= Buffer.allocUnsafe(gatheredCapacity);
    const length = end - start;
    if (gatheredLength + length > gatheredCapacity) feedGathered();
    if (length > gatheredCapacity) feed(chunk, start, end);
    else gatheredLength += chunk.copy(gathered, gatheredLength, start, end);
  };

  const feedEscaped = (code: number): void => {
    escapeStep = 0;
    // White space has no meaning in base64. Without it the ranges are longer.
    if (code === 0x0a || code === 0x0d || code === 0x09) return;
    if (gathered !== undefined && gatheredLength < gatheredCapacity && code > 0x20 && code < 0x7f) {
      gathered[gatheredLength] = code;
      gatheredLength += 1;
      return;
    }
    feedGathered();
    if (isBase64) isBase64 = decoder.accept(code);
  };

  const continueEscape = (byte: number): void => {
    if (escapeStep === 1) {
      const meant = escapes.get(byte);
      if (meant !== undefined) feedEscaped(meant);
      else if (byte === 0x75) {
        escapeStep = 2;
        escapeCode = 0;
      } else throw syntaxError();
      return;
    }
    escapeCode = (escapeCode << 4) | hexValue(byte);
    if (escapeStep === 5) feedEscaped(escapeCode);
    else escapeStep += 1;
  };

  const positionOf = (chunk: Buffer, byte: number, from: number, end: number): number => {
    const found = chunk.indexOf(byte, from);
    return found === -1 || found > end ? end : found;
  };

  const push = (chunk: Buffer, start: number, end: number): number => {
    let index = start;
    // Each is searched again only after it was passed, so a file with an escape per line takes linear time.
    let quote = -1;
    let backslash = -1;
    while (index < end) {
      if (escapeStep > 0) {
        continueEscape(chunk[index]!);
        index += 1;
        continue;
      }
      if (quote < index) quote = positionOf(chunk, quoteByte, index, end);
      if (backslash < index) backslash = positionOf(chunk, backslashByte, index, end);
      const stop = Math.min(quote, backslash);
      if (stop > index && stop < end && stop === backslash) gather(chunk, index, stop);
      else if (stop > index) {
        feedGathered();
        feed(chunk, index, stop);
      }
      if (stop === end) return -1;
      if (stop === quote) return quote + 1;
      escapeStep = 1;
      index = stop + 1;
    }
    return -1;
  };

  const finish = (): void => {
    feedGathered();
    if (!isBase64) validateText(undefined);
    sink.finish(isBase64 && decoder.end());
  };

  return { push, finish };
};

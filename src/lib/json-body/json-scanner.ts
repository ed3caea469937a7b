import { JsonBodyError } from './json-body-error.ts';
import type { SpilledValue } from './spilled-value.ts';
import { createTextBuffer } from './text-buffer.ts';

/** Texts of the outermost object, by key, that the caller needs before the body is complete. */
export interface EarlyTexts {
  keys: readonly string[];
  onValue(text: string): void;
}

interface JsonScannerOptions {
  maxTextBytes: number;
  maxDepth: number;
  maxValues: number;
  spillKeys: readonly string[];
  spillAboveBytes: number;
  early?: EarlyTexts;
  /** Called at the start of a long value of one of the keys. Returns its target, and the text that replaces it. */
  startSpill(): { value: SpilledValue; token: string };
}

export interface JsonScanner {
  push(chunk: Buffer): void;
  /** The JSON text with tokens for spilled values. The parser decides whether it is valid JSON. */
  end(): Buffer;
}

/** An early text is an id. Longer texts are not reported early. */
const maxEarlyBytes = 200;

const arrayKind = 1;
const objectKind = 2;

const nesting = (maxDepth: number): JsonBodyError =>
  new JsonBodyError('too-deep', `The request body is nested more than ${maxDepth} levels deep`);

/**
 * Parses just enough JSON, byte by byte, to know which string is the value of which key. The key of a value is
 * compared only if the value is long, so short values cost only one pass of the loop.
 */
export const createJsonScanner = (options: JsonScannerOptions): JsonScanner => {
  const { maxDepth, spillAboveBytes, startSpill } = options;
  const text = createTextBuffer(options.maxTextBytes);
  const spillKeys = new Set(options.spillKeys);
  const earlyKeys = new Set(options.early?.keys);
  // Every character of a key may be a six-byte escape.
  const maxKeyBytes = 6 * Math.max(0, ...[...spillKeys, ...earlyKeys].map((key) => key.length));

  const kinds = new Uint8Array(maxDepth + 1);
  let depth = 0;
  let expectsKey = false;
  let valueCount = 0;
  /** Start of the next value's key in the text. -1 if there is none, as in arrays. */
  let keyStart = -1;
  let keyEnd = -1;

  let inString = false;
  let isKey = false;
  let afterBackslash = false;
  /** Start of the contents of the current string in the text. */
  let stringStart = 0;
  /** It is not known yet whether the string is spilled. */
  let undecided = false;
  let spill: { value: SpilledValue; token: string } | undefined;

  /** The contents of a string in the text. Undefined if it is invalid. */
  const readText = (start: number, end: number): string | undefined => {
    const raw = text.view(start, end).toString('utf8');
    if (!raw.includes('\\')) return raw;
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      return undefined;
    }
  };

  const hasKey = (keys: ReadonlySet<string>): boolean => {
    if (keyEnd - keyStart > maxKeyBytes) return false;
    const key = readText(keyStart, keyEnd);
    return key !== undefined && keys.has(key);
  };

  const reportEarly = (end: number): void => {
    if (!hasKey(earlyKeys)) return;
    const found = readText(stringStart, end);
    if (found) options.early!.onValue(found);
  };

  /** Moves the part of the current string from earlier chunks out of the text. */
  const decide = (): void => {
    undecided = false;
    if (!hasKey(spillKeys)) return;
    spill = startSpill();
    spill.value.push(text.view(stringStart, text.length), 0, text.length - stringStart);
    text.truncate(stringStart);
  };

  const finishSpill = ({ value, token }: { value: SpilledValue; token: string }): void => {
    value.finish();
    const closed = Buffer.from(`${token}"`);
    text.append(closed, 0, closed.length);
    spill = undefined;
    inString = false;
    afterBackslash = false;
  };

  /** Every value but the first follows an opening bracket or a comma. */
  const countValue = (): void => {
    valueCount += 1;
    if (valueCount > options.maxValues) {
      throw new JsonBodyError('too-large', `The request body has more than ${options.maxValues} values`);
    }
  };

  const open = (kind: number): void => {
    if (depth === maxDepth) throw nesting(maxDepth);
    countValue();
    depth += 1;
    kinds[depth] = kind;
    expectsKey = kind === objectKind;
    keyStart = -1;
  };

  const close = (kind: number): void => {
    if (kinds[depth] !== kind) {
      throw new JsonBodyError('syntax', 'The request body is not valid JSON: its brackets do not match');
    }
    kinds[depth] = 0;
    depth -= 1;
    expectsKey = false;
    keyStart = -1;
  };

  const structure = (byte: number): void => {
    if (byte === 0x7b) open(objectKind);
    else if (byte === 0x5b) open(arrayKind);
    else if (byte === 0x7d) close(objectKind);
    else if (byte === 0x5d) close(arrayKind);
    else if (byte === 0x3a) expectsKey = false;
    else if (byte === 0x2c) {
      countValue();
      expectsKey = kinds[depth] === objectKind;
      keyStart = -1;
    }
  };

  const startString = (startsAt: number): void => {
    inString = true;
    isKey = expectsKey;
    stringStart = startsAt;
    if (isKey) keyStart = startsAt;
    undecided = !isKey && keyStart !== -1;
  };

  /** The index of the closing quote, or the end of the chunk. */
  const skipString = (chunk: Buffer, start: number): number => {
    let escaped = afterBackslash;
    let index = start;
    for (; index < chunk.length; index += 1) {
      const byte = chunk[index]!;
      if (escaped) escaped = false;
      else if (byte === 0x5c) escaped = true;
      else if (byte === 0x22) break;
    }
    afterBackslash = escaped;
    return index;
  };

  const push = (chunk: Buffer): void => {
    let index = 0;
    /** Everything before this index of the chunk is in the text already, or spilled. */
    let copiedTo = 0;
    const copyTo = (end: number): void => {
      text.append(chunk, copiedTo, end);
      copiedTo = end;
    };

    while (index < chunk.length) {
      if (spill !== undefined) {
        const after = spill.value.push(chunk, index, chunk.length);
        if (after === -1) return;
        finishSpill(spill);
        copiedTo = after;
        index = after;
      } else if (inString) {
        index = skipString(chunk, index);
        const length = text.length + index - copiedTo - stringStart;
        if (undecided && length > spillAboveBytes) {
          // The key must be in the text, but not the string, which would count against the limit of the text.
          copyTo(Math.max(copiedTo, copiedTo + stringStart - text.length));
          decide();
          if (spill !== undefined) {
            index = copiedTo;
            continue;
          }
        }
        if (index === chunk.length) break;
        if (isKey) keyEnd = stringStart + length;
        else if (earlyKeys.size > 0 && depth === 1 && keyStart !== -1 && length <= maxEarlyBytes) {
          copyTo(index);
          reportEarly(stringStart + length);
        }
        inString = false;
        index += 1;
      } else {
        const byte = chunk[index]!;
        index += 1;
        if (byte === 0x22) startString(text.length + index - copiedTo);
        else structure(byte);
      }
    }
    copyTo(chunk.length);
  };

  return { push, end: () => text.view(0, text.length) };
};

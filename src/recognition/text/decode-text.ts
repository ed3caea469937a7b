import { guessUtf16 } from '../detect/text-format.ts';
import { guessEncoding } from './guess-encoding.ts';
import { decodeIso2022Kr, isIso2022Kr } from './iso-2022-kr.ts';

const sampleBytes = 32 * 1024;

const markedEncoding = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

const tryDecode = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Not this encoding, or an unknown declared name.
    return undefined;
  }
};

/** Lines with non-ASCII bytes, up to the sample size, so that a long English start does not hide them. */
const representativeSample = (bytes: Uint8Array): Uint8Array => {
  const parts: Uint8Array[] = [];
  let length = 0;
  let lineStart = 0;
  let isHigh = false;
  for (let index = 0; index <= bytes.byteLength && length < sampleBytes; index += 1) {
    const byte = bytes[index];
    if (byte !== undefined && byte !== 0x0a) {
      if (byte >= 0x80) isHigh = true;
      continue;
    }
    // In the encodings tested here, a line break is never part of a character.
    if (isHigh) {
      const line = bytes.subarray(lineStart, Math.min(index + 1, lineStart + sampleBytes));
      parts.push(line);
      length += line.byteLength;
    }
    lineStart = index + 1;
    isHigh = false;
  }
  return Buffer.concat(parts);
};

/** Valid except for a few bytes (a cut end, one stray byte): still UTF-8, and the rest is kept. */
const mostlyUtf8 = (bytes: Uint8Array): string | undefined => {
  let high = 0;
  for (const byte of bytes) if (byte >= 0xc0) high += 1;
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  return high >= 20 && broken <= high * 0.05 ? text : undefined;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the encoding switches with escape characters
const escapeOfIso2022Jp = /\x1b(?:\$[@B]|\([IJ])/;

/**
 * Decodes text of any encoding. Valid UTF-8 with non-ASCII characters has priority over any
 * declaration: other encodings practically never form it, while declarations are often wrong.
 */
export const decodeText = (bytes: Uint8Array, declaredEncoding?: string): string => {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const wide = guessUtf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (isIso2022Kr(bytes)) return decodeIso2022Kr(bytes);
  const utf8 = tryDecode('utf-8', bytes);
  if (utf8 !== undefined) {
    return escapeOfIso2022Jp.test(utf8) ? (tryDecode('iso-2022-jp', bytes) ?? utf8) : utf8;
  }
  const declared = declaredEncoding ? tryDecode(declaredEncoding, bytes) : undefined;
  if (declared !== undefined) return declared;
  return mostlyUtf8(bytes) ?? new TextDecoder(guessEncoding(representativeSample(bytes))).decode(bytes);
};

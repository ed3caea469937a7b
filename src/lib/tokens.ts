import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createBytePairCounter } from './byte-pairs/byte-pair-counter.ts';
import { createVocabularyBuilder, type Vocabulary } from './byte-pairs/vocabulary.ts';

/**
 * Token counts in the o200k_base vocabulary, in time n·log n for any string.
 *
 * The vocabulary comes from js-tiktoken. Its own merge loop is quadratic in the length of a run without
 * word boundaries (a megabyte of one letter would take hours), so this module has its own. Loading takes about
 * 0.4 s and 5 MB, at the first count that needs it and never at import.
 */

/** No entry of the vocabulary is longer, so a text of n bytes has at least n / 128 tokens. */
const longestTokenBytes = 128;
const cachedPieceLength = 32;
const cachedPieces = 50_000;
/** The regular expression engine uses a stack entry per character of a run and fails on runs of some millions. */
const windowLength = 1_000_000;

interface Counter extends Vocabulary {
  countMerged(bytes: string): number;
}

let counter: Counter | undefined;
const countOfPiece = new Map<string, number>();

const isAscii = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
};

/** UTF-8 bytes, one character each. Lone surrogates become U+FFFD, as in transfer. */
const toByteString = (text: string): string =>
  isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');

/** Ranks below this are tokens of text or free. Higher ones are special tokens, which a text cannot contain. */
const ranks = 200_000;

/**
 * Lines of `! <rank of the first token> <token> <token> …`: tokens in base64, in the order of their ranks. A line ends with the two
 * characters `\\n`. Read from the file: an imported module would stay in memory with its 5 MB.
 */
const readTokens = (): Buffer => {
  const file = fileURLToPath(import.meta.resolve('js-tiktoken/ranks/o200k_base'));
  const bytes = readFileSync(file);
  const name = '"bpe_ranks":"';
  const start = bytes.indexOf(name) + name.length;
  const end = bytes.indexOf('"', start);
  if (start < name.length || end < 0) throw new Error(`${file} has no tokens`);
  return bytes.subarray(start, end);
};

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets = new Uint8Array(256);
for (const [value, letter] of [...base64].entries()) sextets[letter.charCodeAt(0)] = value;
const [blank, padding] = [0x20, 0x3d];

/** Adds the tokens in steps. Each step ends with a yield. Decodes without an object for each of the 200,000 tokens. */
function* readVocabulary(): Generator<void, Counter> {
  const builder = createVocabularyBuilder(ranks);
  const lines = readTokens();
  const token = new Uint8Array(256);
  for (let from = 0; from < lines.length; ) {
    const found = lines.indexOf('\\n', from);
    const end = found < 0 ? lines.length : found;
    const [start, firstRank] =
      /^! (\d+) /.exec(lines.toString('latin1', from, Math.min(end, from + 24))) ?? [];
    let at = from + (start?.length ?? 0);
    from = end + 2;
    if (start === undefined) continue;
    for (let rank = Number(firstRank); at < end; rank++) {
      let length = 0;
      let bits = 0;
      for (let value = 0; at < end && lines[at] !== blank; at++) {
        if (lines[at] === padding) continue;
        value = ((value << 6) | sextets[lines[at]!]!) & 0xffff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        token[length++] = value >> bits;
      }
      at++;
      builder.add(token, length, rank);
      if (rank % tokensPerStep === 0) yield;
    }
  }
  const vocabulary = builder.build();
  return { ...vocabulary, countMerged: createBytePairCounter(vocabulary) };
}

const tokensPerStep = 5000;

const loadCounter = (): Counter => {
  const steps = readVocabulary();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** Loads the vocabulary in small steps after the start, so that no request waits for it later. */
export const loadTokensInSteps = async (): Promise<void> => {
  const steps = readVocabulary();
  // A count may need it meanwhile and load it at once.
  while (!counter) {
    const { done, value } = steps.next();
    if (done) counter = value;
    else await new Promise((resolve) => setImmediate(resolve));
  }
};

/**
 * How o200k_base splits a text before merging: words with one character before them, digits by three, runs of
 * punctuation, white space. White space is Unicode's property, not JavaScript's `\s` (which includes U+FEFF).
 */
const contraction = "(?:'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const space = '\\p{White_Space}';
const pieces = new RegExp(
  [
    `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contraction}`,
    `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${contraction}`,
    '\\p{N}{1,3}',
    ` ?[^${space}\\p{L}\\p{N}]+[\\r\\n/]*`,
    `${space}*[\\r\\n]+`,
    `${space}+(?!\\P{White_Space})`,
    `${space}+`,
  ].join('|'),
  'gu',
);

const isBlank = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

/** Ends a window at a boundary of pieces: before a space that follows no other white space. */
const endOfWindow = (text: string, start: number): number => {
  const limit = start + windowLength;
  if (limit >= text.length) return text.length;
  for (let at = limit; at > limit - 10_000; at--) {
    if (text.charAt(at) === ' ' && !isBlank(text, at - 1)) return at;
  }
  const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? limit - 1 : limit;
};

const countPiece = (piece: string, { rankOf, countMerged, longestBytes }: Counter): number => {
  const isShort = piece.length <= cachedPieceLength;
  const known = isShort ? countOfPiece.get(piece) : undefined;
  if (known !== undefined) return known;
  const bytes = toByteString(piece);
  const count = bytes.length <= longestBytes && rankOf(bytes, 0, bytes.length) >= 0 ? 1 : countMerged(bytes);
  if (isShort) {
    if (countOfPiece.size >= cachedPieces) countOfPiece.clear();
    countOfPiece.set(piece, count);
  }
  return count;
};

/** A run without word boundaries that is longer is first counted in parts, which can stop at the limit. */
const longRun = 16_384;

/** Whether a long run has more tokens than the limit. Dividing it adds at most one token per part. */
const isRunAbove = (run: string, limit: number, { countMerged }: Counter): boolean => {
  let count = 0;
  for (let start = 0; start < run.length && count <= limit; start += longRun)
    count += countMerged(toByteString(run.slice(start, start + longRun))) - 1;
  return count > limit;
};

/** Stops once the limit is exceeded. The result is exact if it is at most `limit`. */
const countUpTo = (text: string, limit: number): number => {
  counter ??= loadCounter();
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfWindow(text, start);
    const window = start === 0 && end === text.length ? text : text.slice(start, end);
    // Every character belongs to a piece, so each begins where the last one ended. `matchAll` would create two objects per piece.
    pieces.lastIndex = 0;
    for (let from = 0; pieces.test(window); from = pieces.lastIndex) {
      const piece = window.slice(from, pieces.lastIndex);
      if (
        piece.length > longRun &&
        limit !== Number.POSITIVE_INFINITY &&
        isRunAbove(piece, limit - count, counter)
      )
        return limit + 1;
      count += countPiece(piece, counter);
      if (count > limit) return count;
    }
    start = end;
  }
  return count;
};

/** Texts that look like control tokens (`<|endoftext|>`) are counted as plain text. */
export const countTokens = (text: string): number => countUpTo(text, Number.POSITIVE_INFINITY);

/** Upper bound: a token has at least one byte, and a UTF-16 unit makes at most three. */
export const mostTokens = (text: string): number => 3 * text.length;

/** Lower bound: a token has at most 128 bytes. */
export const fewestTokens = (text: string): number => Math.ceil(text.length / longestTokenBytes);

/** Fast for texts far from the limit (without loading the vocabulary), exact near it. */
export const isWithinTokenLimit = (text: string, limit: number): boolean => {
  if (mostTokens(text) <= limit) return true;
  if (fewestTokens(text) > limit) return false;
  return countUpTo(text, limit) <= limit;
};

/**
 * The end of the longest part from `start` that is within the limit without cutting a word (a piece of the
 * vocabulary's own split): the offset after the last piece that fits, `start` if not even the first does. One pass.
 */
export const endWithinTokenLimit = (text: string, start: number, end: number, limit: number): number => {
  counter ??= loadCounter();
  const window = text.slice(start, Math.min(end, start + limit * longestTokenBytes));
  let count = 0;
  let reached = 0;
  pieces.lastIndex = 0;
  for (; pieces.test(window); reached = pieces.lastIndex) {
    const piece = window.slice(reached, pieces.lastIndex);
    // A run far above the rest of the limit is not counted: at every cut of a megabyte this would be quadratic.
    if (piece.length > 64 + 8 * (limit - count)) break;
    count += countPiece(piece, counter);
    if (count > limit) break;
  }
  return start + reached;
};

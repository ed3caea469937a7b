import { graphemeEnd, segmentStart, segmentWindow } from '../../lib/language/index.ts';
import { endWithinTokenLimit, isWithinTokenLimit } from '../../lib/tokens.ts';

/**
 * The last resort of the chunker: where to cut a text without a better boundary within a token limit.
 * Boundaries in order of preference: a line end, a given character (between cells of a table), white space, the end
 * of a word in any script, the end of a grapheme, and, if one grapheme exceeds the limit, a code point. A code
 * point is never cut: if one exceeds the limit by itself, it stays whole.
 */

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isAsciiWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const insidePair = (text: string, at: number): boolean =>
  at > 0 && isLowSurrogate(text, at) && isHighSurrogate(text, at - 1);

const wordStart = (text: string, start: number, at: number): number => {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before < 128 && after < 128) {
    if (!isAsciiWord(before) || !isAsciiWord(after)) return at;
    let from = at;
    while (from > start && at - from < segmentWindow && isAsciiWord(text.charCodeAt(from - 1))) from--;
    return from;
  }
  return segmentStart('word', text, { start, at });
};

const graphemeStart = (text: string, start: number, at: number): number => {
  // The only ASCII grapheme of two characters is a carriage return with a line feed.
  const isPlain = text.charCodeAt(at - 1) < 128 && text.charCodeAt(at) < 128 && text.charAt(at) !== '\n';
  return isPlain ? at : segmentStart('grapheme', text, { start, at });
};

/** Cuts a run that exceeds the limit by itself. Tries windows of a few units per token, never the whole run. */
const farthestFitInRun = (text: string, start: number, end: number, limit: number): number => {
  const fits = (length: number): boolean => isWithinTokenLimit(text.slice(start, start + length), limit);
  const most = Math.min(end - start, 8 * limit);
  let length = Math.min(most, 2 * limit);
  while (length < most && fits(length)) length = Math.min(most, 2 * length);
  while (length > 0 && !fits(length)) length -= Math.ceil(length / 8);
  return start + length;
};

const farthestFit = (text: string, start: number, end: number, limit: number): number => {
  const reached = endWithinTokenLimit(text, start, end, limit);
  return reached > start ? reached : farthestFitInRun(text, start, end, limit);
};

/** The best boundary at or before `at`. Lines, characters and spaces count only in the second half of the piece. */
const seamBefore = (text: string, start: number, at: number, sign: string): number => {
  const half = start + ((at - start) >> 1);
  // A slice limits the search: searching the whole text at every cut would be quadratic.
  const tail = text.slice(half, at);
  for (const mark of ['\n', sign, ' ']) {
    const found = mark === '' ? -1 : tail.lastIndexOf(mark);
    if (found > 0) return half + found + 1;
  }
  const word = wordStart(text, start, at);
  if (word > start) return word;
  const grapheme = graphemeStart(text, start, at);
  if (grapheme > start) return grapheme;
  return insidePair(text, at) ? at - 1 : at;
};

const endOfCodePoint = (text: string, start: number): number =>
  isHighSurrogate(text, start) && isLowSurrogate(text, start + 1) ? start + 2 : start + 1;

const fitsTrimmed = (text: string, start: number, end: number, limit: number): boolean =>
  isWithinTokenLimit(text.slice(start, end).trim(), limit);

/**
 * The end of a piece that starts at `start` (not white space) and ends at `end` at the latest. The trimmed piece
 * is within the limit unless it is a single code point.
 */
export const cutWithin = (text: string, start: number, end: number, limit: number, sign = ''): number => {
  let reached = farthestFit(text, start, end, limit);
  if (reached === end && fitsTrimmed(text, start, end, limit)) return end;
  while (reached > start) {
    const seam = seamBefore(text, start, reached, sign);
    // A text that fits up to `reached` may not fit up to an earlier boundary: token merges are not monotone.
    if (seam > start && fitsTrimmed(text, start, seam, limit)) return seam;
    reached = seam < reached ? seam : reached - 1;
  }
  const grapheme = graphemeEnd(text, start, end);
  if (fitsTrimmed(text, start, grapheme, limit)) return grapheme;
  return Math.min(end, endOfCodePoint(text, start));
};

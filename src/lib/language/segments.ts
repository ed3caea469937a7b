type Granularity = 'word' | 'grapheme';

/** Created on first use. 'und' instead of the machine's locale: words must not depend on where the service runs. */
const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};
const segmenterOf = (granularity: Granularity): Intl.Segmenter => {
  segmenters[granularity] ??= new Intl.Segmenter('und', { granularity });
  return segmenters[granularity];
};

/** The segmenter is quadratic in the length of its input. No word is nearly as long as this. */
const wordWindow = 400;
const wordOverlap = 60;

export interface WordSegment {
  text: string;
  /** A word or a number, not white space or punctuation. */
  isWord: boolean;
}

/** Every segment of the text in order, by the rules and dictionaries of Unicode. Linear in its length. */
export function* segmentWords(text: string): Generator<WordSegment, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const window = text.slice(start, start + wordWindow);
    const isLast = start + window.length >= text.length;
    // A dictionary looks a few words ahead, which it cannot see near the end of a window.
    const trusted = isLast ? window.length : window.length - wordOverlap;
    for (const { segment, index, isWordLike } of segmenterOf('word').segment(window)) {
      if (index > 0 && index + segment.length > trusted) break;
      yield { text: segment, isWord: isWordLike === true };
      start += segment.length;
    }
  }
}

/** Characters passed to the segmenter on each side of an offset. No word or grapheme is longer. */
export const segmentWindow = 128;

const isInsidePair = (text: string, at: number): boolean =>
  at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;

/** The start of the segment that contains `at`, or `at` itself if a segment begins there. Never before `start`. */
export const segmentStart = (
  granularity: Granularity,
  text: string,
  { start, at }: { start: number; at: number },
): number => {
  let from = Math.max(start, at - segmentWindow);
  if (isInsidePair(text, from)) from++;
  const window = text.slice(from, at + segmentWindow);
  const segment = segmenterOf(granularity)
    .segment(window)
    .containing(at - from);
  return segment === undefined ? at : from + segment.index;
};

/** The end of the grapheme that begins at `start`. */
export const graphemeEnd = (text: string, start: number, end: number): number => {
  const window = text.slice(start, Math.min(end, start + segmentWindow));
  const first = segmenterOf('grapheme').segment(window)[Symbol.iterator]().next();
  return start + (first.done ? window.length : first.value.segment.length);
};

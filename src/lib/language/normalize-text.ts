/** Combining marks, and the halfwidth voicing marks of Japanese, which become combining marks. */
const marks = '[\\p{M}\\uFF9E\\uFF9F]';
/** No language needs more on one letter; the stream-safe format of Unicode has the same limit. */
const mostMarks = 30;
const longRuns = new RegExp(`(${marks}{${mostMarks}})${marks}+`, 'gu');

/**
 * `String.prototype.normalize` in linear time. It sorts the marks of a letter with effort that grows with the square
 * of their number: 100,000 alternating marks block the event loop for 14 seconds. Marks after the 30th are dropped.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (text.length > mostMarks ? text.replace(longRuns, '$1') : text).normalize(form);

import type { FieldValue } from '../table.ts';

/** Between values, so that no keyword matches across two of them. */
const separator = '\u001f';

/**
 * Small letters of every script; there and back, because ß has two large ones, and ẞ is one. The Greek final sigma depends on
 * what follows it and would not match, nor would the dot that a Turkish İ leaves behind.
 */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .replaceAll(separator, '\u001e');

/**
 * Characters of one record that a keyword search looks at. Values may be much longer, but folding and indexing all of
 * a text of 13 million characters took 0.5 s of the event loop, and 4 s for letters such as İ.
 */
export const longestSearched = 400_000;

/** Values as they are shown, ready for a case-insensitive search of any part of them, up to `longestSearched`. */
export const searchText = (values: readonly FieldValue[]): string => {
  let left = longestSearched;
  const texts: string[] = [];
  for (const value of values) {
    if (value === null) continue;
    const shown = String(value).slice(0, left);
    left -= shown.length;
    texts.push(fold(shown) + separator);
  }
  return texts.join('');
};

export const foldKeyword = (keyword: string): string => fold(keyword);

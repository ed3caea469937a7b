import type { FieldValue } from '../table.ts';

/** Between values, so that no keyword matches across two of them. */
const separator = '\u001f';

/**
 * Lower case for every script. Converts to upper case in between, because ß becomes SS, but ẞ becomes ß. The Greek
 * final sigma depends on what follows it and would not match, nor would the dot that remains of a Turkish İ.
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
 * Characters of one record that a keyword search covers. Values may be much longer, but folding and indexing
 * a text of 13 million characters blocked the event loop for 0.5 s, or 4 s for letters such as İ.
 */
export const longestSearched = 400_000;

/** The displayed values as text for a case-insensitive substring search, up to `longestSearched`. */
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

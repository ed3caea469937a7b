import type { FieldValue } from './table.ts';

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

/** Values as they are shown, ready for a case-insensitive search of any part of them. */
export const searchText = (values: readonly FieldValue[]): string =>
  values
    .filter((value) => value !== null)
    .map((value) => fold(String(value)) + separator)
    .join('');

export const foldKeyword = (keyword: string): string => fold(keyword);

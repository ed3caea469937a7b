/**
 * Control characters, line separators and the characters that change the direction of text. With the latter
 * "invoice\u202Efdp.exe" is displayed as "invoiceexe.pdf". Joiners stay: emoji, Persian and Indic names need them.
 */
const unsafeCharacters = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** Longer names come only from URLs. Names that people enter are limited at input. */
const longestOfUrl = 200;

/** A file name that is safe to store and display. Empty if no character is left. */
export const cleanFileName = (name: string): string =>
  name.toWellFormed().replace(unsafeCharacters, '').trim();

/** The last part of the URL path, decoded. Empty if it has none. */
export const fileNameOfUrl = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not every percent sign begins an encoded character.
  }
  return cleanFileName(name.slice(0, longestOfUrl));
};

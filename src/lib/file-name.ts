/**
 * Control characters, line separators and the characters that change the direction of text. With the latter
 * "invoice\u202Efdp.exe" is displayed as "invoiceexe.pdf". Joiners stay: emoji, Persian and Indic names need them.
 */
const unsafeCharacters = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** A file name as it may be stored and displayed. Empty if nothing of it is left. */
export const cleanFileName = (name: string): string =>
  name.toWellFormed().replace(unsafeCharacters, '').trim();

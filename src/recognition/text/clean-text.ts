/**
 * What every reader's text goes through: line ends as `\n`, no control characters that break storage or
 * display (NUL is refused by PostgreSQL), no half surrogates, no trailing blanks, at most one empty line in a row.
 */
export const cleanText = (text: string, options: { keepBlankLines?: boolean } = {}): string => {
  const cleaned = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g, '')
    .replace(/[ \t\u00a0]+$/gm, '');
  return (options.keepBlankLines ? cleaned : cleaned.replace(/\n{3,}/g, '\n\n')).trim();
};

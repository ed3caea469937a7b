const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0xa0;

/** A loop, because a pattern anchored at the line end takes quadratic time on long runs of blanks. */
const withoutTrailingBlanks = (line: string): string => {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return end === line.length ? line : line.slice(0, end);
};

/**
 * Applied to the text of every reader: line ends as `\n`, no control characters that break storage or
 * display (PostgreSQL rejects NUL), no lone surrogates, no trailing blanks, at most one empty line in a row.
 */
export const cleanText = (text: string, options: { keepBlankLines?: boolean } = {}): string => {
  const cleaned = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g, '')
    .split('\n')
    .map(withoutTrailingBlanks)
    .join('\n');
  return (options.keepBlankLines ? cleaned : cleaned.replace(/\n{3,}/g, '\n\n')).trim();
};

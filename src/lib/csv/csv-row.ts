/** Characters that a spreadsheet reads as the beginning of a formula. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same after characters that some spreadsheets read as the end of a cell, even inside quotes. The character of the
 * formula is checked first, so that the time is linear for any text.
 */
const continuesFormula = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["'\s]*)/g;
const needsQuotes = /[",\r\n]/;

const csvCell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (startsFormula.test(value) ? `'${value}` : value).replaceAll(continuesFormula, "'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets the prefix ':
 * text of users must not run on the machine of the person who opens the file.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

const guardAtStart = /^'(?=[=+\-@\t\r\n＝＋－＠])/;
/** The apostrophe is checked first, for the same reason. */
const guardWithin = /'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["'\s]*)/g;

/** The text of a cell before `csvRow` added its prefixes. */
export const withoutFormulaPrefixes = (cell: string): string =>
  cell.replace(guardAtStart, '').replaceAll(guardWithin, '');

/** Byte order mark at the start of a file. Without it some spreadsheets do not detect UTF-8. */
export const csvMark = '\uFEFF';

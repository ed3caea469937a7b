/** What a spreadsheet would take for the beginning of a formula. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;
/** The same behind what some spreadsheets take for the end of a cell, whatever quotes stand around the cell. */
const continuesFormula = /([;\t\r\n]["'\s]*)(?=[=+\-@＝＋－＠])/g;
const needsQuotes = /[",\r\n]/;

const csvCell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (startsFormula.test(value) ? `'${value}` : value).replaceAll(continuesFormula, "$1'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is shown with a ' before
 * it: what users write must not run on the machine of whoever opens the file.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

/** First in a file: without it, some spreadsheets take UTF-8 for something else. */
export const csvMark = '\uFEFF';

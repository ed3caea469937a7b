const rowsTried = 20;
/** Share of the columns that a header names. Titles and notes above a table fill fewer. */
const leastShare = 0.6;

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

/** Index of the row with the column names: the first one that is filled like a header, otherwise the first. */
export const findHeader = (rows: readonly string[][]): number => {
  const width = rows.slice(0, rowsTried).reduce((most, row) => Math.max(most, filled(row)), 0);
  const found = rows.slice(0, rowsTried).findIndex((row) => filled(row) >= width * leastShare);
  return Math.max(found, 0);
};

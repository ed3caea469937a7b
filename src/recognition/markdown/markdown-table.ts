/** A bar or a line break would end a cell. A backslash before the bar would undo the escape. */
const escapeCell = (cell: string): string =>
  cell
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('|', '\\|');

const row = (cells: string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;

/** Rows as a Markdown table. The first row is the header, which Markdown requires. */
export const markdownTable = (rows: string[][]): string => {
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  if (width === 0) return '';
  const padded = (cells: string[]) =>
    cells.length === width ? cells : [...cells, ...new Array<string>(width - cells.length).fill('')];
  const [header = [], ...body] = rows;
  return [row(padded(header)), `|${' --- |'.repeat(width)}`, ...body.map((cells) => row(padded(cells)))].join(
    '\n',
  );
};

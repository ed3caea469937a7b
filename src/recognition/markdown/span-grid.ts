import { RecognitionError } from '../recognition-error.ts';

export interface SpanCell {
  text: string;
  columns: number;
  rows: number;
}

const maxSpan = 1_000;
const maxCells = 2_000_000;

const clampSpan = (span: number): number => (span >= 1 ? Math.min(Math.floor(span), maxSpan) : 1);

/**
 * Places cells that span rows and columns on a grid. The text of a spanning cell is repeated in every cell it
 * covers, so that each row can be read alone. Only a cell across the whole width (a title) is not repeated.
 */
export const spanGrid = (rows: SpanCell[][]): string[][] => {
  const grid: (string | undefined)[][] = rows.map(() => []);
  const titles: { row: number; columns: number }[] = [];
  let filled = 0;
  rows.forEach((cells, rowIndex) => {
    let column = 0;
    for (const cell of cells) {
      while (grid[rowIndex]![column] !== undefined) column += 1;
      const columns = clampSpan(cell.columns);
      const lastRow = Math.min(rowIndex + clampSpan(cell.rows), rows.length);
      filled += columns * (lastRow - rowIndex);
      if (filled > maxCells)
        throw new RecognitionError('too-complex', 'A table in the file has too many cells');
      if (column === 0 && cells.length === 1) titles.push({ row: rowIndex, columns });
      for (let r = rowIndex; r < lastRow; r += 1) {
        for (let c = column; c < column + columns; c += 1) grid[r]![c] ??= cell.text;
      }
      column += columns;
    }
  });
  const width = grid.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  if (width * grid.length > maxCells)
    throw new RecognitionError('too-complex', 'A table in the file has too many cells');
  const full = grid.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? ''));
  for (const { row, columns } of titles) {
    if (columns >= width) full[row]!.fill('', 1);
  }
  return full;
};

export interface CellPlace {
  row: number;
  column: number;
}

interface GridKey {
  key: string;
  shiftKey?: boolean;
  /** Ctrl or ⌘. */
  isFar?: boolean;
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

const steps: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const pageRows = 10;

/** The cell that a key moves to while no cell is edited; undefined if the key does not move. */
export const nextCell = (
  { row, column }: CellPlace,
  { key, isFar = false }: GridKey,
  { rows, columns }: { rows: number; columns: number },
): CellPlace | undefined => {
  const at = (nextRow: number, nextColumn: number): CellPlace => ({
    row: clamp(nextRow, rows),
    column: clamp(nextColumn, columns),
  });
  const step = steps[key];
  if (step)
    return isFar ? at(row + step[0] * rows, column + step[1] * columns) : at(row + step[0], column + step[1]);
  if (key === 'Home') return at(isFar ? 0 : row, 0);
  if (key === 'End') return at(isFar ? rows - 1 : row, columns - 1);
  if (key === 'PageUp') return at(row - pageRows, column);
  if (key === 'PageDown') return at(row + pageRows, column);
  return undefined;
};

/** The next cell after editing: Tab moves to the right and into the next row, Enter moves down. */
export const cellAfterEdit = (
  { row, column }: CellPlace,
  { key, shiftKey = false }: GridKey,
  { rows, columns }: { rows: number; columns: number },
): CellPlace => {
  const by = shiftKey ? -1 : 1;
  if (key === 'Enter') return { row: clamp(row + by, rows), column };
  const position = clamp(row * columns + column + by, rows * columns);
  return { row: Math.floor(position / columns), column: position % columns };
};

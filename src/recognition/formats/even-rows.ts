/** Maximum number of cells: about 100 MB of strings. */
const maxCells = 4_000_000;

const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';

/**
 * Rows of equal length, without empty rows and without empty columns at the edges. Undefined if padding
 * them would need too many cells (one long line among many short ones). Changes `rows`.
 */
export const evenRows = (rows: string[][]): string[][] | undefined => {
  let first = Number.POSITIVE_INFINITY;
  let end = 0;
  const filled = rows.filter((cells) => {
    const start = cells.findIndex(isFilled);
    if (start < 0) return false;
    first = Math.min(first, start);
    end = Math.max(end, cells.findLastIndex(isFilled) + 1);
    return true;
  });
  if (filled.length === 0) return [];
  if (filled.length * (end - first) > maxCells) return undefined;
  // In place, because a second copy of a million cells would exceed the memory limit.
  for (const cells of filled) {
    cells.splice(0, first);
    cells.length = end - first;
    for (let index = 0; index < cells.length; index += 1) cells[index] = (cells[index] ?? '').trim();
  }
  return filled;
};

import { type CellObject, SSF } from '@e965/xlsx';

/** Quoted, bracketed and escaped parts of a format unchanged. A dot that starts no fraction of a second alone. */
const points = /\\.|"[^"]*"|\[[^\]]*\]|(?<point>\.)(?!0)/g;

const withPoints = (format: string): string =>
  format.replaceAll(points, (part, point: string | undefined) => (point === undefined ? part : '\\.'));

/** The library reads the dots of 31.12.2023 as fractions of a second, and fails. */
const dateText = (cell: CellObject, date1904: boolean): string | undefined => {
  if (typeof cell.v !== 'number' || typeof cell.z !== 'string' || !SSF.is_date(cell.z)) return undefined;
  for (const format of [withPoints(cell.z), 'yyyy-mm-dd hh:mm:ss']) {
    try {
      return SSF.format(format, cell.v, { date1904 });
    } catch {}
  }
  return undefined;
};

/** A number of twelve digits without a format would be shown as 4.00638E+12, which nobody searches for. */
const longNumber = ({ v, z = 'General', w = '' }: CellObject): string | undefined =>
  Number.isSafeInteger(v) && z === 'General' && w.includes('E+') ? String(v) : undefined;

/** A cell as it is displayed in the file. */
export const cellText = (cell: CellObject | undefined, countsFrom1904: boolean): string => {
  if (cell === undefined) return '';
  const value = cell.v === undefined || cell.v === null ? '' : String(cell.v);
  return (longNumber(cell) ?? cell.w ?? dateText(cell, countsFrom1904) ?? value).trim();
};

import { type CellObject, SSF } from '@e965/xlsx';

/** A format such as 00000 gives numbers of postcodes and article numbers their leading zeros. */
const padded = /^0{2,}$/;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

const isTimeOnly = (format: string): boolean =>
  !/[yd年日]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''));

const dateValue = (days: number, date1904: boolean): string | undefined => {
  const date = SSF.parse_date_code(days, { date1904 });
  if (!date) return undefined;
  const { y, m, d, H, M, S } = date;
  const time = [H, M, S].map(twoDigits).join(':');
  return `${String(y).padStart(4, '0')}-${twoDigits(m)}-${twoDigits(d)}${time === '00:00:00' ? '' : ` ${time}`}`;
};

/** Spreadsheets display at most 15 digits, which hides the error of sums such as 0.1 + 0.2. */
const numberText = (value: number): string => String(Number(value.toPrecision(15)));

/**
 * The value of a cell, independent of its format: dates as `YYYY-MM-DD`, numbers without separators, currency and
 * percent sign. Formulas have their stored result, errors are empty.
 */
export const cellValue = (cell: CellObject | undefined, date1904: boolean): string => {
  if (cell === undefined || cell.t === 'e' || cell.v === undefined || cell.v === null) return '';
  const { v, z, w } = cell;
  if (typeof v === 'boolean') return v ? 'true' : 'false';
  if (typeof v !== 'number') return String(v).trim();
  const format = typeof z === 'string' ? z : '';
  if (SSF.is_date(format) && !isTimeOnly(format)) return dateValue(v, date1904) ?? w ?? numberText(v);
  if (SSF.is_date(format) || padded.test(format)) return (w ?? numberText(v)).trim();
  return numberText(v);
};

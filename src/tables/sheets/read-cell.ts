import type { Field } from '../table.ts';
import { no, yes } from './propose-fields.ts';
import { type DateOrder, readDate } from './read-date.ts';
import { type DecimalMark, readNumber } from './read-number.ts';

/** How the numbers and dates of a column are written. */
export interface ColumnFormat {
  decimal: DecimalMark;
  dateOrder: DateOrder | null;
}

const plainFormat: ColumnFormat = { decimal: 'point', dateOrder: null };

/** The prefix that the export adds to values that a spreadsheet would read as a formula. */
const guarded = /^'[=+\-@\t\r\n＝＋－＠]/;

/** A cell that is invalid for the field's type stays unchanged, so that validation reports it. */
export const readCell = ({ type }: Pick<Field, 'type'>, cell: string, format = plainFormat): unknown => {
  const text = cell.trim();
  if (text === '') return null;
  if (type === 'TEXT') return guarded.test(cell) ? cell.slice(1) : cell;
  if (type === 'BOOLEAN') return yes.test(text) ? true : no.test(text) ? false : text;
  if (type === 'DATETIME') return readDate(text, format.dateOrder) ?? text;
  return readNumber(text, format.decimal) ?? text;
};

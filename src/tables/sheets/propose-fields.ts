import { normalizeText } from '../../lib/language/normalize-text.ts';
import type { FieldType } from '../table.ts';
import { dateOrderOf, isDate } from './read-date.ts';
import { type DecimalMark, decimalMarkOf, readNumber } from './read-number.ts';

const longestName = 32;
const words: Record<string, string> = { '%': ' percent ', '#': ' number ', '&': ' and ', '@': ' at ' };

/** A valid field name for a header: "Cost Total $" is cost_total. Headers in other scripts get a number. */
export const fieldNameOf = (header: string, column: number, taken: ReadonlySet<string>): string => {
  const plain = normalizeText(
    header.slice(0, 200).replaceAll(/[%#&@]/g, (sign) => words[sign]!),
    'NFKD',
  )
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const base = plain.slice(0, longestName).replace(/_+$/, '') || `column_${column + 1}`;
  for (let number = 1, name = base; ; number += 1, name = `${base.slice(0, longestName - 5)}_${number}`)
    if (!taken.has(name)) return name;
};

export const yes = /^(?:true|yes|y|1|是)$/i;
export const no = /^(?:false|no|n|0|否)$/i;
const yesOrNo = /^(?:true|yes|y|是|false|no|n|否)$/i;

/** Digits that identify something: 007, +49 30 123456, card and account numbers. */
const isCode = (text: string): boolean =>
  /^[-+]?0\d/.test(text) || /^\+\d[\d\s()/-]{6,}$/.test(text) || text.replaceAll(/\D/g, '').length > 15;
const codeHeader =
  /(?:^|[^a-z])(?:phone|tel|telephone|mobile|fax|zip|postal|postcode|plz|iban|account|isbn|ean|sku|barcode)(?:[^a-z]|$)|电话|手机|邮编/i;

const typeOf = (header: string, cells: readonly string[], decimal: DecimalMark): FieldType => {
  if (cells.length === 0) return 'TEXT';
  if (cells.every((cell) => yesOrNo.test(cell))) return 'BOOLEAN';
  const numbers: number[] = [];
  for (const cell of cells) {
    const value = isCode(cell) ? undefined : readNumber(cell, decimal);
    if (value === undefined) break;
    numbers.push(value);
  }
  if (numbers.length === cells.length) {
    if (codeHeader.test(header)) return 'TEXT';
    return numbers.every(Number.isSafeInteger) && !cells.some((cell) => cell.endsWith('%')) ? 'INT' : 'FLOAT';
  }
  return cells.every(isDate) ? 'DATETIME' : 'TEXT';
};

export interface ColumnProposal {
  header: string;
  name: string;
  type: FieldType;
  decimal: DecimalMark;
  /** null: the dates of the column do not prove it, or there are none. */
  dateOrder: 'dmy' | 'mdy' | null;
  /** Some dates, such as 03/04/2026, can be read in two ways. */
  needsDateOrder: boolean;
}

/** The field that a column would become. `cells` are all cells below the header. */
export const proposeField = (
  header: string,
  cells: readonly string[],
  column: number,
  taken: ReadonlySet<string>,
): ColumnProposal => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const decimal = decimalMarkOf(filled);
  const { order, isNeeded } = dateOrderOf(filled);
  return {
    header,
    name: fieldNameOf(header, column, taken),
    type: typeOf(header, filled, decimal),
    decimal,
    dateOrder: order,
    needsDateOrder: isNeeded && order === null,
  };
};

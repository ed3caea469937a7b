import Papa from 'papaparse';
import { AppError } from '../lib/errors.ts';
import type { ImportedRow } from './import-records.ts';
import type { Field, Table } from './table.ts';

/** The most that is taken in at once; more would be an hour of somebody's import behind it. */
export const mostCsvRows = 10_000;

export interface CsvTable {
  header: string[];
  /** The field each column goes to; null: nowhere. */
  mapping: (string | null)[];
  rows: ImportedRow[];
}

const yes = /^(true|yes|1)$/i;
const no = /^(false|no|0)$/i;
/** As our own export writes what a spreadsheet would take for a formula. */
const guarded = /^'[=+\-@\t\r\n＝＋－＠]/;

/** What is no value of the field's kind is left as it is, so that the check can say so. */
export const readCell = ({ type }: Field, cell: string): unknown => {
  const text = cell.trim();
  if (text === '') return null;
  if (type === 'TEXT') return guarded.test(cell) ? cell.slice(1) : cell;
  if (type === 'BOOLEAN') return yes.test(text) ? true : no.test(text) ? false : text;
  if (type === 'DATETIME') return text;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
};

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const mapColumns = (table: Table, header: readonly string[]): (string | null)[] =>
  header.map((column) => table.fields.find(({ name }) => name === plain(column))?.name ?? null);

const requireMapping = (
  table: Table,
  header: readonly string[],
  mapping: readonly (string | null)[],
): void => {
  if (mapping.length !== header.length)
    throw new AppError('invalidParameter', `mapping must have ${header.length} items, one for each column`);
  const used = new Set<string>();
  for (const [index, name] of mapping.entries()) {
    if (name === null) continue;
    if (!table.fields.some((field) => field.name === name))
      throw new AppError('invalidParameter', `mapping[${index}] is no field of this table`);
    if (used.has(name)) throw new AppError('invalidParameter', `mapping[${index}] is used twice`);
    used.add(name);
  }
};

/** A CSV text, its first line the header, as rows for this table. The separator is told from the text. */
export const readCsv = (
  table: Table,
  csv: string,
  givenMapping: readonly (string | null)[] | undefined,
): CsvTable => {
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    // One more than is allowed, so that too many are told from enough.
    preview: mostCsvRows + 2,
  });
  const [header, ...lines] = data;
  if (!header || lines.length === 0)
    throw new AppError('invalidParameter', 'csv must have a header and at least one row');
  if (lines.length > mostCsvRows)
    throw new AppError('invalidParameter', `csv must have at most ${mostCsvRows} rows; split it`);
  if (givenMapping) requireMapping(table, header, givenMapping);
  const mapping = givenMapping ? [...givenMapping] : mapColumns(table, header);
  if (mapping.every((name) => name === null))
    throw new AppError('invalidParameter', 'No column of csv is mapped to a field of this table');
  const columns = mapping.flatMap((name, index) => {
    const field = table.fields.find((one) => one.name === name);
    return field ? [{ field, index }] : [];
  });
  const rows = lines.map((cells) =>
    Object.fromEntries(columns.map(({ field, index }) => [field.name, readCell(field, cells[index] ?? '')])),
  );
  return { header, mapping, rows };
};

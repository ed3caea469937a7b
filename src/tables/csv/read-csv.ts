import { AppError } from '../../lib/errors.ts';
import { defineJob, type Sandbox, SandboxError } from '../../lib/sandbox/index.ts';
import type { ImportedRow } from '../records/import-records.ts';
import type { Field, Table } from '../table.ts';
import type parseCsvJob from './parse-csv.ts';

const parseCsv = defineJob<typeof parseCsvJob>(new URL('./parse-csv.ts', import.meta.url), { cpuMs: 1500 });

/** The largest import. More rows would delay other imports too long. */
export const mostCsvRows = 10_000;
export const longestCsv = 4_000_000;
const mostColumns = 1000;
/** Rows that are processed in one tick. */
const rowsPerBatch = 200;

export interface CsvTable {
  header: string[];
  /** The field of each column, null for none. */
  mapping: (string | null)[];
  rows: ImportedRow[];
}

const yes = /^(true|yes|1)$/i;
const no = /^(false|no|0)$/i;
/** The prefix that the export adds to values that a spreadsheet would read as a formula. */
const guarded = /^'[=+\-@\t\r\n＝＋－＠]/;

/** A cell that is invalid for the field's type stays unchanged, so that validation reports it. */
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
      throw new AppError('invalidParameter', `mapping[${index}] is not a field of this table`);
    if (used.has(name)) throw new AppError('invalidParameter', `mapping[${index}] is used twice`);
    used.add(name);
  }
};

export interface CsvInput {
  /** Whose sandbox limit applies. */
  workspaceId: string;
  table: Table;
  csv: string;
  /** The field of each column, null for none. By default columns are matched by name. */
  mapping?: readonly (string | null)[] | undefined;
}

/** Processes a list in batches and lets the event loop run between them. */
export const inBatches = async <Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void | Promise<void>,
): Promise<void> => {
  for (const [index, item] of items.entries()) {
    if (index % rowsPerBatch === rowsPerBatch - 1) await new Promise((resolve) => setImmediate(resolve));
    await work(item, index);
  }
};

/**
 * Reads a CSV text with a header line as rows for a table. The separator is detected. The text is parsed
 * in the sandbox, because unclosed quotes can take the parser minutes.
 */
export const createReadCsv = ({ sandbox }: { sandbox: Sandbox }) => {
  const parse = async (workspaceId: string, csv: string): Promise<string[][]> => {
    const refuse = (problem: string): never => {
      throw new AppError('invalidParameter', `csv ${problem}`);
    };
    if (csv.length > longestCsv) refuse(`must have at most ${longestCsv} characters; split it`);
    try {
      const parsed = await sandbox.run(workspaceId, parseCsv, { csv, mostRows: mostCsvRows, mostColumns });
      return 'refusal' in parsed ? refuse(parsed.refusal) : parsed.lines;
    } catch (error) {
      return error instanceof SandboxError ? refuse(error.message) : Promise.reject(error);
    }
  };

  return async ({ workspaceId, table, csv, mapping: given }: CsvInput): Promise<CsvTable> => {
    const [header = [], ...lines] = await parse(workspaceId, csv);
    if (given) requireMapping(table, header, given);
    const mapping = given ? [...given] : mapColumns(table, header);
    if (mapping.every((name) => name === null))
      throw new AppError('invalidParameter', 'No column of csv is mapped to a field of this table');
    const columns = mapping.flatMap((name, index) => {
      const field = table.fields.find((one) => one.name === name);
      return field ? [{ field, index }] : [];
    });
    const rows: ImportedRow[] = [];
    await inBatches(lines, (cells) => {
      const values = columns.map(({ field, index }) => [field.name, readCell(field, cells[index] ?? '')]);
      rows.push(Object.fromEntries(values));
    });
    return { header, mapping, rows };
  };
};

export type ReadCsv = ReturnType<typeof createReadCsv>;

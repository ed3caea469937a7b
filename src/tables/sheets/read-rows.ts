import { AppError } from '../../lib/errors.ts';
import type { ImportedRow } from '../records/import-records.ts';
import type { Field, Table } from '../table.ts';
import { inBatches } from './in-batches.ts';
import { fieldNameOf } from './propose-fields.ts';
import { type ColumnFormat, readCell } from './read-cell.ts';
import type { ReadColumns, SheetChoice, SheetColumns } from './read-columns.ts';
import type { SheetSource } from './read-sheets.ts';

/** A given part of the format replaces the detected one. */
export type GivenFormat = { [Part in keyof ColumnFormat]?: ColumnFormat[Part] | undefined } | null;

export interface SheetInput extends SheetChoice {
  source: SheetSource;
  /** Whose limits apply. */
  workspaceId: string;
  table: Pick<Table, 'fields'>;
  /** The field of each column, null for none. By default columns are matched by name. */
  mapping?: readonly (string | null)[] | undefined;
  formats?: readonly GivenFormat[] | undefined;
}

export interface SheetRows extends Omit<SheetColumns, 'lines'> {
  /** The field of each column, null for none. */
  mapping: (string | null)[];
  formats: ColumnFormat[];
  rows: ImportedRow[];
}

const refuse = (message: string): never => {
  throw new AppError('invalidParameter', message);
};

/** By the name itself, and by the name that the header would get in a new table. */
const mapColumns = (fields: readonly Field[], header: readonly string[]): (string | null)[] => {
  const free = new Set(fields.map(({ name }) => name));
  return header.map((column, index) => {
    const plain = column.trim().toLowerCase();
    const candidates = [plain, plain.replaceAll(/[\s-]+/g, '_'), fieldNameOf(column, index, new Set())];
    const found = candidates.find((name) => free.has(name)) ?? null;
    if (found !== null) free.delete(found);
    return found;
  });
};

const requireMapping = (
  fields: readonly Field[],
  header: readonly string[],
  mapping: readonly (string | null)[],
): void => {
  if (mapping.length !== header.length)
    refuse(`mapping must have ${header.length} items, one for each column`);
  const used = new Set<string>();
  for (const [index, name] of mapping.entries()) {
    if (name === null) continue;
    if (!fields.some((field) => field.name === name))
      refuse(`mapping[${index}] is not a field of this table`);
    if (used.has(name)) refuse(`mapping[${index}] is used twice`);
    used.add(name);
  }
};

/** Reads a sheet with a header as rows for a table. */
export const createReadRows =
  (readColumns: ReadColumns) =>
  async ({
    workspaceId,
    table,
    source,
    mapping: given,
    formats = [],
    ...choice
  }: SheetInput): Promise<SheetRows> => {
    const { lines, ...sheet } = await readColumns(workspaceId, { ...source, ...choice });
    const { header, columns } = sheet;
    if (given) requireMapping(table.fields, header, given);
    if (formats.length > header.length) refuse(`formats must have at most ${header.length} items`);
    const mapping = given ? [...given] : mapColumns(table.fields, header);
    if (mapping.every((name) => name === null)) refuse('No column is mapped to a field of this table');
    const used = columns.map(({ decimal, dateOrder }, index) => ({
      decimal: formats[index]?.decimal ?? decimal,
      dateOrder: formats[index]?.dateOrder ?? dateOrder,
    }));
    const mapped = mapping.flatMap((name, index) => {
      const field = table.fields.find((one) => one.name === name);
      return field ? [{ field, index, format: used[index]! }] : [];
    });
    const rows: ImportedRow[] = [];
    await inBatches(lines, (cells) => {
      rows.push(
        Object.fromEntries(
          mapped.map(({ field, index, format }) => [field.name, readCell(field, cells[index] ?? '', format)]),
        ),
      );
    });
    return { ...sheet, mapping, formats: used, rows };
  };

export type ReadRows = ReturnType<typeof createReadRows>;

/** Dates such as 03/04/2026 are not guessed. */
export const requireDateOrders = ({
  table,
  sheet,
}: {
  table: Pick<Table, 'fields'>;
  sheet: SheetRows;
}): void => {
  for (const [index, name] of sheet.mapping.entries()) {
    const isDate = table.fields.find((field) => field.name === name)?.type === 'DATETIME';
    const { needsDateOrder, header } = sheet.columns[index]!;
    if (isDate && needsDateOrder && sheet.formats[index]!.dateOrder === null)
      refuse(
        `formats[${index}].dateOrder is required: the dates of the column ${JSON.stringify(header.slice(0, 50))} can be read in two ways; send dmy (day first) or mdy (month first)`,
      );
  }
};

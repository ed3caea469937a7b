import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { arrayTypeOf, type Column, fromPostgres, type Stored, sizeOf, toPostgres } from './column-values.ts';
import type { Source } from './open-source.ts';
import { createChecksum } from './row-checksum.ts';
import type { TargetTable } from './target-tables.ts';

const rowsPerBatch = 1000;
const bytesPerBatch = 4 * 2 ** 20;
const rowsPerNotice = 100_000;

export type Progress = (rows: number) => void;

/** One parameter per column with a list of values, for any number of rows. */
const insertBatch = async (
  tx: Handle,
  { name, columns }: TargetTable,
  batch: readonly Stored[][],
): Promise<void> => {
  const lists = columns.map((column, index) => {
    const values = batch.map((row) => toPostgres(column, row[index]!));
    return sql`${values}::${sql.raw(arrayTypeOf(column))}`;
  });
  const names = columns.map((column) => sql.ref(column.name));
  const cast = columns.map((column, index) =>
    column.type === 'vector' ? sql`${names[index]}::vector` : sql`${names[index]}`,
  );
  await sql`insert into ${sql.table(name)} (${sql.join(names)}) select ${sql.join(cast)}
    from unnest(${sql.join(lists)}) as moved (${sql.join(names)})`.execute(tx);
};

const requireSameColumns = ({ name, columns }: TargetTable, source: Source): void => {
  const there = new Set(source.columnsOf(name));
  if (there.size !== columns.length || columns.some((column) => !there.has(column.name)))
    throw new Error(`Table ${name} has different columns in the two databases`);
};

/** Copies all rows of a table and returns their checksum. */
export const copyTable = async (
  tx: Handle,
  source: Source,
  table: TargetTable,
  progress: Progress,
): Promise<ReturnType<ReturnType<typeof createChecksum>['result']>> => {
  requireSameColumns(table, source);
  const checksum = createChecksum();
  let batch: Stored[][] = [];
  let bytes = 0;
  let copied = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertBatch(tx, table, batch);
    copied += batch.length;
    if (Math.floor(copied / rowsPerNotice) > Math.floor((copied - batch.length) / rowsPerNotice))
      progress(copied);
    [batch, bytes] = [[], 0];
  };
  const names = table.columns.map((column) => column.name);
  for (const row of source.rows(table.name, names)) {
    checksum.add(row);
    batch.push(row);
    for (const value of row) bytes += sizeOf(value);
    if (batch.length >= rowsPerBatch || bytes >= bytesPerBatch) await flush();
  }
  await flush();
  return checksum.result();
};

const readColumn = (column: Column) =>
  column.type === 'vector' ? sql`${sql.ref(column.name)}::text` : sql`${sql.ref(column.name)}`;

/** Reads the rows back from PostgreSQL and returns their checksum. */
export const checksumOf = async (tx: Handle, { name, columns }: TargetTable) => {
  const checksum = createChecksum();
  const selected = columns.map((column, index) => sql`${readColumn(column)} as ${sql.ref(`c${index}`)}`);
  await sql`declare moved_rows no scroll cursor for select ${sql.join(selected)} from ${sql.table(name)}`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<
      Record<string, Stored>
    >`fetch ${sql.lit(rowsPerBatch)} from moved_rows`.execute(tx);
    for (const row of rows)
      checksum.add(columns.map((column, index) => fromPostgres(column, row[`c${index}`]!)));
    if (rows.length < rowsPerBatch) break;
  }
  await sql`close moved_rows`.execute(tx);
  return checksum.result();
};

/** Continues numbering after the last number used, even if its row was deleted. */
export const continueNumbers = async (tx: Handle, source: Source, { name, counted }: TargetTable) => {
  if (counted === undefined) return;
  const last = source.lastNumberOf(name);
  await sql`select setval(pg_get_serial_sequence(${name}, ${counted}), ${Math.max(1, last)}, ${last > 0})`.execute(
    tx,
  );
};

import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import type { EncryptedColumn } from './encrypted-column.ts';

const rowsAtOnce = 200;

export interface EncryptedRow {
  id: string;
  value: string;
  keyId: string | null;
}

const keyColumn = sql.ref('encryption_key_id');

export const readRowsNotUnder = async (
  db: Handle,
  { table, idColumn, column }: EncryptedColumn,
  keyId: string,
): Promise<EncryptedRow[]> => {
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(idColumn)} as id, ${sql.ref(column)} as value, ${keyColumn} as "keyId"
    from ${sql.table(table)} where ${keyColumn} is null or ${keyColumn} <> ${keyId}
    order by ${sql.ref(idColumn)} limit ${rowsAtOnce}`.execute(db);
  return rows;
};

/** A row that was changed meanwhile is left for the next batch. */
export const writeRow = (
  db: Handle,
  { table, idColumn, column }: EncryptedColumn,
  before: EncryptedRow,
  after: { value: string; keyId: string },
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after.value}, ${keyColumn} = ${after.keyId}
    where ${sql.ref(idColumn)} = ${before.id} and ${sql.ref(column)} = ${before.value}`.execute(db);

/** Number of rows per key. Null stands for plain text. */
export const countByKey = async (
  db: Handle,
  { table }: EncryptedColumn,
): Promise<{ keyId: string | null; rows: number }[]> => {
  const { rows } = await sql<{ keyId: string | null; rows: number | string }>`
    select ${keyColumn} as "keyId", count(*) as rows from ${sql.table(table)} group by 1 order by 1`.execute(
    db,
  );
  return rows.map((row) => ({ keyId: row.keyId, rows: Number(row.rows) }));
};

/** Only rows with an encrypted value. Without its secrets a row belongs to no key. */
export const discardIn = async (db: Handle, column: EncryptedColumn): Promise<number> => {
  const [table, id, value] = [sql.table(column.table), sql.ref(column.idColumn), sql.ref(column.column)];
  const { rows } = await sql<{ id: string; value: string }>`
    select ${id} as id, ${value} as value from ${table} where encryption_key_id is not null`.execute(db);
  for (const row of rows) {
    const left = column.withoutSecrets(row.value);
    if (left === undefined) await sql`delete from ${table} where ${id} = ${row.id}`.execute(db);
    else
      await sql`update ${table} set ${value} = ${left}, encryption_key_id = null where ${id} = ${row.id}`.execute(
        db,
      );
  }
  return rows.length;
};

export const deleteKeys = (tx: Handle) => tx.deleteFrom('encryption_keys').execute();

/** Overwritten and deleted rows stay in the database files until they are rewritten. */
export const removeOldCopies = async (db: Handle, columns: readonly EncryptedColumn[]): Promise<void> => {
  if (dialectOf(db) === 'sqlite') {
    await sql`vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  } else for (const { table } of columns) await sql`vacuum full ${sql.table(table)}`.execute(db);
};

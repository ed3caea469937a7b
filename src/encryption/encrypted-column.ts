import { sql } from 'kysely';
import type { Database, Handle } from '../db/index.ts';
import type { Encryption, Place } from './encryption.ts';

type Change = (secret: string, place: Place) => string;

/**
 * A text column that holds secrets. Its table has a column `encryption_key_id` beside it: the key a row's secrets are
 * encrypted with, or null for a row from before there was encryption.
 */
export interface EncryptedColumn {
  table: string;
  idColumn: string;
  column: string;
  /** The stored value with `change` applied to every secret in it. */
  changeSecrets(value: string, id: string, change: Change): string;
  /** What is left of the stored value without its secrets; undefined: nothing, the row is deleted. */
  withoutSecrets(value: string): string | undefined;
}

/** A column whose whole value is the secret. Its place is `[table.column, id]`. */
export const wholeColumn = (table: string, idColumn: string, column: string): EncryptedColumn => ({
  table,
  idColumn,
  column,
  changeSecrets: (value, id, change) => change(value, [`${table}.${column}`, id]),
  withoutSecrets: () => undefined,
});

const rowsAtOnce = 200;

interface Row {
  id: string;
  value: string;
  keyId: string | null;
}

const keyColumn = sql.ref('encryption_key_id');

const readRowsNotUnder = async (
  db: Handle,
  { table, idColumn, column }: EncryptedColumn,
  keyId: string,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select ${sql.ref(idColumn)} as id, ${sql.ref(column)} as value, ${keyColumn} as "keyId"
    from ${sql.table(table)} where ${keyColumn} is null or ${keyColumn} <> ${keyId}
    order by ${sql.ref(idColumn)} limit ${rowsAtOnce}`.execute(db);
  return rows;
};

/** A row that somebody changed meanwhile is left for the next batch. */
const writeRow = (
  db: Handle,
  { table, idColumn, column }: EncryptedColumn,
  before: Row,
  after: { value: string; keyId: string },
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after.value}, ${keyColumn} = ${after.keyId}
    where ${sql.ref(idColumn)} = ${before.id} and ${sql.ref(column)} = ${before.value}`.execute(db);

interface Reencryption {
  rows: number;
  /** Secrets that had been stored in plain text. */
  plainSecrets: number;
}

/**
 * Encrypts every row of the columns with `to`, in batches of one transaction each. Rows that are encrypted with it
 * already are left alone, so that it can be cut off at any time and called again.
 * @param from the key that rows may be encrypted with now, besides `to`.
 */
export const encryptColumns = async (
  db: Database,
  columns: readonly EncryptedColumn[],
  { to, from }: { to: Encryption; from?: Encryption | undefined },
): Promise<Reencryption> => {
  const done: Reencryption = { rows: 0, plainSecrets: 0 };
  const encryptRow = ({ changeSecrets }: EncryptedColumn, { id, value, keyId }: Row): string =>
    changeSecrets(value, id, (secret, place) => {
      if (keyId === null) done.plainSecrets += 1;
      return to.encrypt(keyId === null ? secret : (from ?? to).decrypt(secret, place), place);
    });
  for (const column of columns) {
    for (;;) {
      const rows = await readRowsNotUnder(db.query, column, to.keyId);
      if (rows.length === 0) break;
      await db.transaction(async (tx) => {
        for (const row of rows)
          await writeRow(tx, column, row, { value: encryptRow(column, row), keyId: to.keyId });
      });
      done.rows += rows.length;
    }
  }
  await db.durable();
  return done;
};

/** How many rows are encrypted with which key; the key null stands for plain text. */
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

import { sql } from 'kysely';
import type { Database, Handle } from '../db/index.ts';
import type { EncryptedColumn } from './encrypted-column.ts';

/** Only rows with an encrypted value; without its secrets a row belongs to no key. */
const discardIn = async (db: Handle, column: EncryptedColumn): Promise<number> => {
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

/** For a key that is lost: removes everything it encrypts, so that the next start may begin with another key. */
export const discardSecrets = (db: Database, columns: readonly EncryptedColumn[]): Promise<number> =>
  db.transaction(async (tx) => {
    let rows = 0;
    for (const column of columns) rows += await discardIn(tx, column);
    await tx.deleteFrom('encryption_keys').execute();
    return rows;
  });

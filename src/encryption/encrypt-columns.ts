import type { Database } from '../db/index.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { type EncryptedRow, readRowsNotUnder, writeRow } from './encrypted-row-store.ts';
import type { Encryption } from './encryption.ts';

interface Reencryption {
  rows: number;
  /** Secrets that were stored in plain text. */
  plainSecrets: number;
}

/**
 * Encrypts every row of the columns with `to`, in batches of one transaction each. Rows that are already encrypted
 * with it are skipped, so that it can be interrupted and called again.
 * @param from the key, besides `to`, with which rows may be encrypted now.
 */
export const encryptColumns = async (
  db: Database,
  columns: readonly EncryptedColumn[],
  { to, from }: { to: Encryption; from?: Encryption | undefined },
): Promise<Reencryption> => {
  const done: Reencryption = { rows: 0, plainSecrets: 0 };
  const encryptRow = ({ changeSecrets }: EncryptedColumn, { id, value, keyId }: EncryptedRow): string =>
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

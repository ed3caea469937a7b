import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import type { Log } from '../lib/log.ts';
import { type EncryptedColumn, encryptColumns } from './encrypted-column.ts';
import type { Encryption } from './encryption.ts';

/** Overwritten and deleted rows stay in the files of a database until it is written anew. */
export const removeOldCopies = async (db: Database, columns: readonly EncryptedColumn[]): Promise<void> => {
  if (db.kind === 'sqlite') {
    await sql`vacuum`.execute(db.query);
    await sql`pragma wal_checkpoint(truncate)`.execute(db.query);
  } else for (const { table } of columns) await sql`vacuum full ${sql.table(table)}`.execute(db.query);
};

/** Encrypts what an earlier version stored in plain text. Does nothing when there is nothing left to encrypt. */
export const encryptPlainSecrets = async (
  { db, log, encryption }: { db: Database; log: Log; encryption: Encryption },
  columns: readonly EncryptedColumn[],
): Promise<void> => {
  const { rows, plainSecrets } = await encryptColumns(db, columns, { to: encryption });
  if (plainSecrets === 0) return;
  log.info({ rows, secrets: plainSecrets }, 'encrypted the secrets of an earlier version');
  try {
    await removeOldCopies(db, columns);
  } catch (err) {
    log.warn(
      { err },
      'old copies of secrets may still be in the files of the database; run "frontdesk secrets rotate" to remove them',
    );
  }
};

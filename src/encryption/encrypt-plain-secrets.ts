import type { Database } from '../db/index.ts';
import type { Log } from '../lib/log.ts';
import { encryptColumns } from './encrypt-columns.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { removeOldCopies } from './encrypted-row-store.ts';
import type { Encryption } from './encryption.ts';

/** Encrypts what an earlier version stored in plain text. Does nothing if everything is encrypted. */
export const encryptPlainSecrets = async (
  { db, log, encryption }: { db: Database; log: Log; encryption: Encryption },
  columns: readonly EncryptedColumn[],
): Promise<void> => {
  const { rows, plainSecrets } = await encryptColumns(db, columns, { to: encryption });
  if (plainSecrets === 0) return;
  log.info({ rows, secrets: plainSecrets }, 'encrypted the secrets of an earlier version');
  try {
    await removeOldCopies(db.query, columns);
  } catch (err) {
    log.warn(
      { err },
      'old copies of secrets may still be in the files of the database; run "frontdesk secrets rotate" to remove them',
    );
  }
};

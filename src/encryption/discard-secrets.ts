import type { Database } from '../db/index.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { deleteKeys, discardIn } from './encrypted-row-store.ts';

/** For a lost key: removes everything it encrypts, so that the next start can use another key. */
export const discardSecrets = (db: Database, columns: readonly EncryptedColumn[]): Promise<number> =>
  db.transaction(async (tx) => {
    let rows = 0;
    for (const column of columns) rows += await discardIn(tx, column);
    await deleteKeys(tx);
    return rows;
  });

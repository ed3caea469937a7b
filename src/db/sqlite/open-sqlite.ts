import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { closeToOthers, createPrivateFile } from '../../lib/private-files.ts';
import type { Database } from '../database.ts';
import { allowDirectExecution } from '../direct-execution.ts';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema/index.ts';
import { createCheckpointer } from './checkpointer.ts';
import { createDurabilityBarrier } from './durability-barrier.ts';
import { lockFolder } from './folder-lock.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

export const sqliteFileName = 'frontdesk.sqlite';

interface OpenOptions {
  /** Commands that only read, or write a row, beside a running service work without the lock. */
  exclusive?: boolean;
  migrate?: boolean;
}

export const openSqlite = async (
  folder: string,
  { exclusive = true, migrate: shouldMigrate = true }: OpenOptions = {},
): Promise<Database> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = exclusive ? lockFolder(folder) : undefined;
  const path = join(folder, sqliteFileName);
  createPrivateFile(path);
  for (const ending of ['-wal', '-shm']) closeToOthers(path + ending);
  const file = new DatabaseSync(path);
  try {
    // NORMAL leaves the sync of commits to the durability barrier, and a thread makes checkpoints.
    // A commit makes a checkpoint only if the thread could not keep the log below 256 MB.
    file.exec(
      `pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal;
       pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -65536;
       pragma wal_autocheckpoint = 65536; pragma journal_size_limit = 67108864`,
    );
    // The first read creates the WAL file that the barrier opens.
    file.exec('select 1 from sqlite_schema');
    const { dialect, executeIfFree, executeInTransaction } = createSqliteDialect(file);
    const query = new Kysely<Schema>({ dialect });
    if (shouldMigrate) await migrate(query as unknown as Kysely<unknown>);
    const barrier = await createDurabilityBarrier(`${path}-wal`);
    const checkpointer = createCheckpointer(path);
    allowDirectExecution(query, executeIfFree);
    const { transaction, write } = createGroupCommit({
      query,
      execute: (sql) => void executeInTransaction(sql, []),
      isInTransaction: () => file.isTransaction,
      onBegin: (tx) => allowDirectExecution(tx, executeInTransaction),
    });
    return {
      kind: 'sqlite',
      query,
      transaction,
      transactionTogether: transaction,
      write,
      durable: () => barrier.wait(),
      close: async () => {
        await checkpointer.close();
        await query.destroy();
        // After the last commit, because late work may still wait for the disk.
        await barrier.close();
        lock?.release();
      },
    };
  } catch (error) {
    if (file.isOpen) file.close();
    lock?.release();
    throw error;
  }
};

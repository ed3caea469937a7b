import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { type Database, openPostgres, openSqlite, sqliteFileName } from '../../db/index.ts';
import { pendingMigrations } from '../pending-migrations.ts';

const open = (config: Config): Promise<Database> => {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, { maxConnections: 2, migrate: false });
  if (!existsSync(join(config.dataDir, sqliteFileName)))
    throw new Error(`There is no database in ${config.dataDir}`);
  return openSqlite(config.dataDir, { migrate: false });
};

/** The up-to-date database of a stopped service. With SQLite the folder lock refuses a running service here. */
export const withStoppedDatabase = async (
  config: Config,
  work: (db: Database) => Promise<void>,
): Promise<void> => {
  const db = await open(config);
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new Error('The database is older than this program: run "frontdesk migrate" first');
    await work(db);
  } finally {
    await db.close();
  }
};

import type { Kysely } from 'kysely';
import { migrate, openPostgres, openSqlite } from '../db/index.ts';
import { type Command, readArguments } from './command.ts';

const help = `Brings the database to this program's version. The service does the same when it starts.

  frontdesk migrate

On SQLite the service must not be running.`;

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database up to date',
  help,
  run: async (args, { loadConfig, print }) => {
    readArguments(args, {});
    const { databaseUrl, dataDir } = loadConfig();
    const db = databaseUrl
      ? await openPostgres(databaseUrl, { maxConnections: 2, migrate: false })
      : await openSqlite(dataDir, { migrate: false });
    try {
      const applied = await migrate(db.query as unknown as Kysely<unknown>);
      print(applied.length === 0 ? 'The database is up to date' : `Applied ${applied.join(', ')}`);
    } finally {
      await db.close();
    }
    return 0;
  },
};

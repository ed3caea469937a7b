import type { Kysely } from 'kysely';
import { migrate, openPostgres, openSqlite } from '../../db/index.ts';
import { type Command, readArguments } from '../command.ts';

const help = `Apply pending database migrations. The service also does this when it starts.

  frontdesk migrate

With SQLite, stop the service first.`;

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'apply pending database migrations',
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

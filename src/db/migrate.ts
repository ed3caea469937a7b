import { type Kysely, Migrator, sql } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import type { DatabaseKind } from './database.ts';

type Migrations = Record<string, { up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> }>;

const migrationTableName = 'schema_migrations';

/** Asked of the catalogue by name: Kysely's introspection would read every column of every table. */
const hasMigrationTable = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<boolean> => {
  const { rows } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_schema where type = 'table' and name = ${migrationTableName}`.execute(
          db,
        )
      : await sql`select 1 where to_regclass(${migrationTableName}) is not null`.execute(db);
  return rows.length > 0;
};

const appliedNames = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<string[]> => {
  if (!(await hasMigrationTable(db, kind))) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(migrationTableName)} order by name`.execute(db);
  return rows.map((row) => row.name);
};

const requirePgvector = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (rows.length === 0)
    throw new Error(
      'This PostgreSQL server does not have the pgvector extension. Install it there (Debian: postgresql-17-pgvector, container: pgvector/pgvector) and start again.',
    );
};

/**
 * Brings the database to this program's version, forward only. Kysely takes the lock (an advisory lock
 * on PostgreSQL), so several processes may start at once.
 */
export const migrate = async (
  database: Kysely<unknown>,
  kind: DatabaseKind,
  known: Migrations = migrations as unknown as Migrations,
): Promise<string[]> => {
  if (kind === 'postgres') await requirePgvector(database);
  const applied = await appliedNames(database, kind);
  const newer = applied.filter((name) => !(name in known));
  if (newer.length > 0)
    throw new Error(
      `The database is newer than this program: it already has migration ${newer.join(', ')}. Run the newer Frontdesk, or restore a backup made with this one.`,
    );
  if (applied.length === Object.keys(known).length) return [];

  const migrator = new Migrator({
    db: database,
    migrationTableName,
    migrationLockTableName: 'schema_migration_lock',
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(known).map(([name, { up }]) => [
            name,
            { up: (db: Kysely<unknown>) => up(db, kind) },
          ]),
        ),
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`Migration ${failed ?? ''} failed: ${(error as Error).message}`, { cause: error });
  }
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
};

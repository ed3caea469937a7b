import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type MigrationResultSet, Migrator, sql } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import { type Phase, phases } from '../../migrations/phases.ts';
import { findIncompatible, hasTable, oldestBeside, recordOldest } from './compatibility.ts';
import type { DatabaseKind } from './database.ts';
import { dialectOf } from './dialect-of.ts';
import { lockOutOlder, type MigrationGate, requireNoneRunning } from './older-processes.ts';

type Migrations = Record<string, { up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> }>;

export interface MigrateOptions {
  /** The migrations of the program. Tests pass others. */
  known?: Migrations;
  phases?: Readonly<Record<string, Phase>>;
  /** How long the heartbeat of a process must not change before the process counts as dead. */
  silentMs?: number;
}

const migrationTableName = 'schema_migrations';

/** Of processes of this version. */
export const newestMigration = Object.keys(migrations).toSorted().at(-1)!;

/**
 * An `alter table` waits for the transactions that use the table, and later statements wait behind it. So a migration
 * gives up soon, lets them continue and retries. The limit is below PostgreSQL's deadlock check (1 s), which could end
 * the transaction of a request instead of the migration.
 */
const lockTimeoutMs = 500;
const lockTries = 60;
const lockNotAvailable = '55P03';

const appliedNames = async (db: Kysely<unknown>): Promise<string[]> => {
  if (!(await hasTable(db, migrationTableName))) return [];
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
 * Throws if the database has migrations that are unknown to this program and incompatible with it. Returns the names
 * of all its migrations.
 */
export const requireCompatible = async (
  db: Kysely<unknown>,
  known: Migrations = migrations as unknown as Migrations,
): Promise<string[]> => {
  const applied = await appliedNames(db);
  const newestKnown = Object.keys(known).toSorted().at(-1)!;
  const unknown = applied.filter((name) => !(name in known));
  const refused = await findIncompatible(db, { unknown, newestKnown });
  if (refused.length > 0)
    throw new Error(
      `The database is newer than this program: it already has migration ${refused.join(', ')}. Run the newer version of Frontdesk, or restore a backup of this version.`,
    );
  const pending = Object.keys(known).filter((name) => !applied.includes(name));
  if (unknown.length > 0 && pending.length > 0 && applied.length > 0)
    throw new Error(
      `The database has migration ${unknown.join(', ')}, which this version does not know, but lacks ${pending.join(', ')}. Run the newer version of Frontdesk.`,
    );
  return applied;
};

/** The strictest of the pending migrations. Undefined if all of them are compatible with every older process. */
const gateOf = (
  pending: readonly string[],
  rules: Readonly<Record<string, Phase>>,
): MigrationGate | undefined =>
  pending
    .map((migration) => ({ migration, oldest: oldestBeside(migration, rules[migration]) }))
    .filter(({ oldest }) => oldest !== '')
    .toSorted((a, b) => (a.oldest < b.oldest ? -1 : 1))
    .at(-1);

/** Repeats while other transactions use a table that must be changed. */
const migrateInTries = async (migrator: Migrator): Promise<MigrationResultSet> => {
  for (let tries = 1; ; tries++) {
    const result = await migrator.migrateToLatest();
    const isLocked = (result.error as { code?: unknown } | undefined)?.code === lockNotAvailable;
    if (!isLocked || tries === lockTries) return result;
    await delay(500 + 500 * Math.random());
  }
};

/**
 * Migrates the database to the version of this program, forward only. Kysely takes the lock (an advisory lock
 * on PostgreSQL), so several processes may start at once.
 */
export const migrate = async (
  database: Kysely<unknown>,
  { known = migrations as unknown as Migrations, phases: rules = phases, silentMs }: MigrateOptions = {},
): Promise<string[]> => {
  const kind = dialectOf(database);
  if (kind === 'postgres') await requirePgvector(database);
  const applied = await requireCompatible(database, known);
  const pending = Object.keys(known).filter((name) => !applied.includes(name));
  if (pending.length === 0) return [];
  const gate = kind === 'postgres' ? gateOf(pending, rules) : undefined;
  const silent = gate
    ? await requireNoneRunning(database, gate, silentMs === undefined ? {} : { silentMs })
    : [];

  const up = async (db: Kysely<unknown>, name: string): Promise<void> => {
    if (kind === 'postgres') await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(db);
    if (gate?.migration === name) await lockOutOlder(db, gate, silent);
    await known[name]!.up(db, kind);
    await recordOldest(db, { name, oldest: oldestBeside(name, rules[name]) });
  };
  const migrator = new Migrator({
    db: database,
    migrationTableName,
    migrationLockTableName: 'schema_migration_lock',
    // Numbers are assigned before migrations are written, so a lower one may come later.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.keys(known).map((name) => [name, { up: (db: Kysely<unknown>) => up(db, name) }]),
        ),
    },
  });
  const { error, results } = await migrateInTries(migrator);
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const hint =
      (error as { code?: unknown }).code === lockNotAvailable
        ? '. Another transaction, such as a backup, uses the table: start again when it has ended'
        : '';
    throw new Error(`Migration ${failed ?? ''} failed: ${(error as Error).message}${hint}`, { cause: error });
  }
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
};

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hasOperatorPassword } from '../../accounts/index.ts';
import type { Config } from '../../config/index.ts';
import { type Database, sqliteFileName } from '../../db/index.ts';
import { mayBindTo } from '../../workspaces/index.ts';
import { openBeside } from '../open-rooms.ts';
import { pendingMigrations } from '../pending-migrations.ts';
import { checkObjectStorage } from './check-object-storage.ts';
import { checkSecretKey } from './check-secret-key.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { checkIntegrity } from './integrity/check-integrity.ts';
import { describeDamage, isDamage } from './integrity/postgres-damage.ts';

const minPostgresVersion = 150_000;

const checkPostgres = async (db: Database): Promise<Finding[]> => {
  const { rows } = await sql<{ number: string; text: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as text`.execute(
    db.query,
  );
  const version = rows[0]!;
  const vector = await sql<{ version: string }>`
    select default_version as version from pg_available_extensions where name = 'vector'`.execute(db.query);
  return [
    Number(version.number) >= minPostgresVersion
      ? ok('Database', `PostgreSQL ${version.text}`)
      : fail('Database', `PostgreSQL ${version.text} is too old`, 'use 15 or newer'),
    vector.rows[0]
      ? ok('pgvector', vector.rows[0].version)
      : fail('pgvector', 'not available', 'install it on the server (Debian: postgresql-17-pgvector)'),
  ];
};

const checkSqlite = async (db: Database): Promise<Finding[]> => {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db.query);
  return [ok('Database', `SQLite ${rows[0]!.version}`)];
};

const checkMigrations = async (db: Database): Promise<Finding> => {
  const pending = await pendingMigrations(db);
  return pending.length === 0
    ? ok('Migrations', 'up to date')
    : warn(
        'Migrations',
        `${pending.length} pending`,
        'they run at the next start, or with "frontdesk migrate"',
      );
};

const checkBinding = (config: Config, passwordSet: boolean): Finding => {
  const refusal = mayBindTo(config.host, { adminTokenSet: config.adminToken !== undefined, passwordSet });
  return refusal
    ? fail('Address', `HOST ${config.host} is refused`, refusal)
    : ok('Address', `${config.host}:${config.port}`);
};

const isMigrated = (findings: Finding): boolean => findings.status === 'ok';

const checkIntegrityOf = async (db: Database, migrations: Finding, config: Config): Promise<Finding[]> =>
  isMigrated(migrations)
    ? checkIntegrity(db, config.dataDir)
    : [warn('Integrity', 'not checked', 'run "frontdesk migrate" first, then this command again')];

interface CheckOptions {
  /** Reads all data, which can take minutes. */
  integrity: boolean;
}

export const checkDatabase = async (config: Config, { integrity }: CheckOptions): Promise<Finding[]> => {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, sqliteFileName)))
    return [ok('Database', 'SQLite; the first start creates it'), checkBinding(config, false)];
  let db: Database;
  try {
    db = await openBeside(config);
  } catch (error) {
    return [fail('Database', (error as Error).message, 'check DATABASE_URL and FRONTDESK_DATA_DIR')];
  }
  try {
    const about = db.kind === 'postgres' ? await checkPostgres(db) : await checkSqlite(db);
    const migrations = await checkMigrations(db);
    const passwordSet = isMigrated(migrations) && (await hasOperatorPassword(db.query));
    const whole = integrity ? await checkIntegrityOf(db, migrations, config) : [];
    const key = isMigrated(migrations) ? [await checkSecretKey(db, config)] : [];
    const objects = isMigrated(migrations) ? await checkObjectStorage(db, config, { integrity }) : [];
    return [...about, migrations, ...key, ...whole, ...objects, checkBinding(config, passwordSet)];
  } catch (error) {
    // The first queries hit damage: name the index and continue with the full check.
    if (db.kind === 'postgres' && isDamage(error)) {
      const damage = [
        await describeDamage(db, error),
        ...(integrity ? await checkIntegrity(db, config.dataDir) : []),
      ];
      return damage.filter(({ detail }, at) => damage.findIndex((each) => each.detail === detail) === at);
    }
    return [
      fail('Database', `not usable (${(error as Error).message})`, 'check DATABASE_URL and the server'),
    ];
  } finally {
    await db.close();
  }
};

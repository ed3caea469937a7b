import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Database, type DatabaseKind, openPostgres, openSqlite } from '../../../src/db/index.ts';
import { skipWithout, type TestGroup } from '../runner/test-groups.ts';
import { createMigratedDatabase } from './migrated-postgres.ts';
import { placeMigratedSqlite } from './migrated-sqlite.ts';
import { testedDatabases } from './tested-databases.ts';

export { createMigratedDatabase };

/** Why a test cannot run on this database, or false if it can. @param needs another program that it needs. */
export const skipOn = (kind: DatabaseKind, needs?: TestGroup): string | false =>
  (needs !== undefined && skipWithout(needs)) || (kind === 'postgres' && skipWithout('postgres'));

export type DatabaseTest = (db: Database, context: TestContext) => Promise<void>;

/**
 * Runs a test on an empty, migrated SQLite database and on a PostgreSQL one:
 *
 *   forEachDatabase('a revoked key opens nothing', async (db) => { … });
 *
 * Without PostgreSQL its half is skipped with the reason.
 */
export const forEachDatabase = (
  name: string,
  work: DatabaseTest,
  { needs }: { needs?: TestGroup } = {},
): void => {
  for (const kind of testedDatabases) {
    const skip = skipOn(kind, needs);
    test(`${name} (${kind})`, { skip }, async (context) => {
      const { db, release } = await openTestDatabase(kind);
      try {
        await work(db, context);
      } finally {
        await release();
      }
    });
  }
};

/** An empty, migrated database. `release` closes and removes it. */
export const openTestDatabase = async (
  kind: DatabaseKind = 'sqlite',
): Promise<{ db: Database; release: () => Promise<void> }> => {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
    await placeMigratedSqlite(folder);
    const db = await openSqlite(folder);
    return {
      db,
      release: async () => {
        await db.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }
  const { url, drop } = await createMigratedDatabase();
  const db = await openPostgres(url, { maxConnections: 8, migrate: false });
  return {
    db,
    release: async () => {
      await db.close();
      await drop();
    },
  };
};

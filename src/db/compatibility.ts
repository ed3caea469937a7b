import { type Kysely, sql } from 'kysely';
import type { Phase } from '../../migrations/phases.ts';
import { dialectOf } from './dialect-of.ts';

const tableName = 'schema_migration_rules';

/** Queries the catalogue by name: Kysely's introspection would read every column of every table. */
export const hasTable = async (db: Kysely<unknown>, name: string): Promise<boolean> => {
  const { rows } =
    dialectOf(db) === 'sqlite'
      ? await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db)
      : await sql`select 1 where to_regclass(${name}) is not null`.execute(db);
  return rows.length > 0;
};

/** The oldest migration that a process must know to run beside this one; '' for any process. */
export const oldestBeside = (name: string, phase: Phase | undefined): string => {
  if (phase === 'expand') return '';
  return phase === undefined ? name : phase.contractAfter;
};

/** Part of the migration itself, so that older programs see it at once. */
export const recordOldest = async (
  db: Kysely<unknown>,
  { name, oldest }: { name: string; oldest: string },
): Promise<void> => {
  if (!(await hasTable(db, tableName))) return;
  await sql`insert into ${sql.table(tableName)} (name, oldest_known) values (${name}, ${oldest})`.execute(db);
};

/** Those of the given migrations, all unknown to this program, that it is not compatible with. */
export const findIncompatible = async (
  db: Kysely<unknown>,
  { unknown, newestKnown }: { unknown: readonly string[]; newestKnown: string },
): Promise<string[]> => {
  if (unknown.length === 0) return [];
  if (!(await hasTable(db, tableName))) return [...unknown];
  const { rows } = await sql<{
    name: string;
    oldest_known: string;
  }>`select name, oldest_known from ${sql.table(tableName)}`.execute(db);
  const oldest = new Map(rows.map((row) => [row.name, row.oldest_known]));
  return unknown.filter((name) => (oldest.get(name) ?? name) > newestKnown);
};

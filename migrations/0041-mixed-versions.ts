import { type Kysely, sql } from 'kysely';

/**
 * For processes of two versions on one database: which migration each process knows, and for each migration from this
 * one on the oldest that a process must know to run beside it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table processes add column newest_migration text not null default ''`.execute(db);
  await sql`create table schema_migration_rules (
    name text not null primary key,
    oldest_known text not null
  )`.execute(db);
};

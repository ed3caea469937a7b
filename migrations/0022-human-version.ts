import { type Kysely, sql } from 'kysely';

/** Tells whoever keeps a conversation's rounds in memory that a person has added to one that had ended. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table conversations add column human_version integer not null default 0').execute(db);
};

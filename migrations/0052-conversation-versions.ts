import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** Versions of a message that a visitor edited or had answered again; names and deletions of conversations by visitors. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [
    'alter table rounds add column version_of text',
    'alter table rounds add column replaced_by text',
    'create index rounds_by_version on rounds (version_of) where version_of is not null',
    "alter table conversations add column title text not null default ''",
    'alter table conversations add column hidden_at bigint',
  ])
    await sql.raw(statement).execute(db);
};

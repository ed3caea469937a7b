import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** The parts of the reply that used the passage, as JSON. Empty for citations of the previous release. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table citations add column spans text not null default '[]'").execute(db);
};

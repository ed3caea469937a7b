import { type Kysely, sql } from 'kysely';

/** Which run of a round this is: 1, and one more whenever a process takes the round over from another. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table rounds add column attempt integer not null default 1`.execute(db);
};

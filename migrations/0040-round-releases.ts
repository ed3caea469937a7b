import { type Kysely, sql } from 'kysely';

/** How often a process that stopped as planned has left the round to the next one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table rounds add column releases integer not null default 0`.execute(db);
};

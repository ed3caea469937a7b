import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** Notes of operators for the agent. Only the model reads them, so they are separate from the replies of people. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table rounds add column agent_note text not null default ''").execute(db);
};

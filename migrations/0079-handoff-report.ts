import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** All columns of the handoff report, so that it does not read the sessions themselves. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index human_sessions_report on human_sessions (workspace_id, created_at, channel, agent_id, has_replied,
    first_reply_at, missed, close_reason, closed_reason, rating)`.execute(db);
};

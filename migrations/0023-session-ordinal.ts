import { type Kysely, sql } from 'kysely';

/** Tells which session of a conversation followed which, where the clock cannot: it stands, and is set back. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const statements = [
    'alter table human_sessions add column ordinal integer not null default 1',
    `update human_sessions set ordinal = (select count(*) from human_sessions as earlier
      where earlier.conversation_id = human_sessions.conversation_id
        and (earlier.start_sequence, earlier.created_at, earlier.id)
          <= (human_sessions.start_sequence, human_sessions.created_at, human_sessions.id))`,
    'create unique index human_sessions_in_order on human_sessions (conversation_id, ordinal)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

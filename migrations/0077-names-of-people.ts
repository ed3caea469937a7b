import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** The name under which a person answered, which stays when their account is deleted, and the queue of an agent. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table human_messages add column person_name ${text}`,
    // The index of 0071 also contains left messages, which may be many and are not waiting.
    `create index human_sessions_inbox_waiting on human_sessions (agent_id, created_at, id, snoozed_until)
      where backend = 'inbox' and status = 'open' and assignee_id is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

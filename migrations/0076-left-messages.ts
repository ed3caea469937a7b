import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Messages that users leave when nobody answers in the inbox. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table human_sessions add column leave_reason ${text}`,
    `alter table human_sessions add column left_email ${text}`,
    'alter table human_sessions add column left_at bigint',
    `create index human_sessions_inbox_left on human_sessions (workspace_id, created_at, id)
      where backend = 'inbox' and status = 'left_message'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

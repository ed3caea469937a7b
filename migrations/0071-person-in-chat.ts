import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** What users see of the people who answer in the inbox, the queue that they wait in, and how they rate a session. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  const statements = [
    `create table operator_profiles (
      operator_id ${text} primary key references operators (id) on delete cascade, public_name ${text} not null,
      picture_id ${text}, picture_type ${text}, picture ${bytes}, updated_at bigint not null)`,
    'create unique index operator_profiles_picture on operator_profiles (picture_id)',

    'alter table human_sessions add column survey_until bigint',
    'alter table human_sessions add column rating integer',
    `alter table human_sessions add column rating_comment ${text}`,
    'alter table human_sessions add column rated_at bigint',
    // Positions in the queue of an agent are read from it alone.
    `create index human_sessions_inbox_queue on human_sessions (agent_id, created_at, id, snoozed_until)
      where backend = 'inbox' and status <> 'closed' and assignee_id is null`,
    `create index human_sessions_inbox_waits on human_sessions (agent_id, first_reply_at, created_at)
      where backend = 'inbox' and first_reply_at is not null`,
    'create index human_sessions_rated on human_sessions (workspace_id, rated_at) where rated_at is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** What operators want to be notified of, events that are not sent yet, and an index of unanswered handoffs. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table notification_settings (
      operator_id ${text} not null references operators (id) on delete cascade,
      workspace_id ${text} not null references workspaces (id) on delete cascade,
      by_mail integer not null, by_browser integer not null, sound integer not null,
      events ${text} not null, agent_ids ${text}, primary key (operator_id, workspace_id))`,
    'create index notification_settings_mail on notification_settings (workspace_id) where by_mail = 1',
    `create table notification_events (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id) on delete cascade,
      session_id ${text} not null references human_sessions (id) on delete cascade,
      agent_id ${text} not null, kind ${text} not null, operator_id ${text}, created_at bigint not null)`,
    'create index notification_events_pending on notification_events (workspace_id, created_at)',
    'create index notification_events_by_session on notification_events (session_id)',
    `create table notification_digests (
      workspace_id ${text} primary key references workspaces (id) on delete cascade, sent_at bigint not null)`,
    `create index human_sessions_missed on human_sessions (workspace_id, closed_at, id) where missed is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

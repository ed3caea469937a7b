import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Human sessions that operators answer in the console, and why a session was not answered. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const column = (name: string, type: string) => `alter table human_sessions add column ${name} ${type}`;
  const statements = [
    column('backend', `${text} not null default 'webhook'`),
    column('assignee_id', text),
    column('assigned_at', 'bigint'),
    column('waiting_since', 'bigint'),
    column('first_reply_at', 'bigint'),
    column('closed_by', text),
    column('close_note', text),
    column('missed', text),
    column('unread', 'integer not null default 0'),
    column('last_text', `${text} not null default ''`),
    column('last_from', `${text} not null default 'user'`),
    column('version', 'integer not null default 1'),
    column('changed_at', 'bigint not null default 0'),
    `alter table human_messages add column operator_id ${text}`,
    `update human_sessions set first_reply_at = (select min(m.created_at) from human_messages m
      where m.session_id = human_sessions.id and m.sender = 'human') where has_replied = 1`,
    `update human_sessions set missed = case close_reason when 'TIMEOUT' then 'no_reply'
      when 'USER_CLOSED' then 'user_left' when 'UNREACHABLE' then 'unreachable' end
      where status = 'closed' and has_replied = 0`,
    `create index human_sessions_inbox_assigned on human_sessions (workspace_id, assignee_id, created_at, id)
      where backend = 'inbox' and status <> 'closed'`,
    `create index human_sessions_inbox_open on human_sessions (workspace_id, created_at, id)
      where backend = 'inbox' and status <> 'closed'`,
    `create index human_sessions_inbox_closed on human_sessions (workspace_id, closed_at, id)
      where backend = 'inbox' and status = 'closed'`,
    `create index human_sessions_inbox_changed on human_sessions (workspace_id, changed_at)
      where backend = 'inbox'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

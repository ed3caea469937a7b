import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** What a team needs in the inbox: notes, mentions, labels, snoozed sessions, canned replies, presence, assignment in turn. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const workspace = `workspace_id ${text} not null references workspaces (id)`;
  const session = `session_id ${text} not null references human_sessions (id) on delete cascade`;
  const member = 'foreign key (operator_id, workspace_id) references memberships (operator_id, workspace_id)';
  const statements = [
    'alter table human_sessions add column snoozed_until bigint',
    'alter table human_sessions add column assignment_limit integer',
    // Contains every column that the counts of the queues need.
    `create index human_sessions_inbox_counts on human_sessions (workspace_id, assignee_id, snoozed_until)
      where backend = 'inbox' and status <> 'closed'`,
    `create index human_sessions_inbox_unassigned on human_sessions (workspace_id, created_at, id)
      where backend = 'inbox' and status <> 'closed' and assignee_id is null and assignment_limit is not null`,

    `create table inbox_notes (
      id ${text} primary key, ${workspace}, ${session},
      conversation_id ${text} not null references conversations (id) on delete cascade,
      author_id ${text} not null, text ${text} not null, created_at bigint not null, edited_at bigint)`,
    'create index inbox_notes_by_conversation on inbox_notes (conversation_id, created_at, id)',
    'create index inbox_notes_by_session on inbox_notes (session_id)',
    `create table inbox_mentions (
      note_id ${text} not null references inbox_notes (id) on delete cascade, operator_id ${text} not null,
      ${workspace}, ${session}, seen_at bigint,
      primary key (note_id, operator_id), ${member} on delete cascade)`,
    'create index inbox_mentions_by_operator on inbox_mentions (operator_id, workspace_id, session_id)',
    'create index inbox_mentions_by_session on inbox_mentions (session_id)',
    `create index inbox_mentions_unseen on inbox_mentions (workspace_id, operator_id, session_id)
      where seen_at is null`,

    `create table inbox_labels (
      id ${text} primary key, ${workspace}, name ${text} not null, name_key ${text} not null,
      color ${text} not null, created_at bigint not null, unique (workspace_id, name_key))`,
    `create table inbox_session_labels (
      ${session}, label_id ${text} not null references inbox_labels (id) on delete cascade,
      primary key (session_id, label_id))`,
    'create index inbox_session_labels_by_label on inbox_session_labels (label_id, session_id)',

    `create table canned_replies (
      id ${text} primary key, ${workspace}, agent_id ${text} references agents (id) on delete cascade,
      shortcut ${text} not null, text ${text} not null, created_at bigint not null, updated_at bigint not null)`,
    // Two rows without an agent are different for a unique constraint of columns.
    `create unique index canned_replies_by_shortcut
      on canned_replies (workspace_id, coalesce(agent_id, ''), shortcut)`,

    `create table inbox_presence (
      operator_id ${text} not null, ${workspace}, status ${text} not null, seen_at bigint not null,
      turn bigint not null default 0, primary key (operator_id, workspace_id), ${member} on delete cascade)`,
    'create index inbox_presence_by_workspace on inbox_presence (workspace_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** How long the data of an agent is kept, and what the newest run deleted. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  const statements = [
    `create table agent_retention (
      agent_id ${text} primary key references agents (id), workspace_id ${text} not null references workspaces (id),
      conversation_days integer, trace_days integer, file_days integer, updated_at bigint not null,
      traces_until bigint not null, traces_until_id ${text} not null,
      files_until bigint not null, files_until_id ${text} not null, people_files_until bigint not null,
      run_started_at bigint, run_ended_at bigint,
      deleted_conversations bigint not null, deleted_rounds bigint not null, deleted_files bigint not null,
      deleted_traces bigint not null, deleted_deliveries bigint not null)${asIndex}`,
    // Conversations with messages are in conversations_listed.
    'create index conversations_unused on conversations (agent_id, recent_chat_at, id) where message_count = 0',
    `create index human_messages_with_files on human_messages (agent_id, position) where files <> '[]'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

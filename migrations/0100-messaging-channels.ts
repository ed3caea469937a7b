import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Connections to messaging platforms, what arrived from them, and the chats in which replies are delivered. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  const ofConnection = `connection_id ${text} not null references channel_connections (id) on delete cascade`;
  const statements = [
    `create table channel_connections (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id),
      agent_id ${text} not null references agents (id), platform ${text} not null, name ${text} not null,
      account_key ${text} not null, account_name ${text} not null, settings ${text} not null,
      secrets ${text} not null, encryption_key_id ${text}, status ${text} not null, version integer not null,
      last_inbound_at bigint, last_error ${text}, last_error_at bigint,
      created_at bigint not null, updated_at bigint not null)`,
    'create index channel_connections_by_agent on channel_connections (agent_id, created_at)',
    'create index channel_connections_by_workspace on channel_connections (workspace_id)',
    'create unique index channel_connections_by_account on channel_connections (platform, account_key)',
    `create table channel_updates (
      ${ofConnection}, update_key ${text} not null, chat_key ${text} not null, position bigint not null,
      payload ${text}, received_at bigint not null, processed_at bigint,
      primary key (connection_id, update_key))${asIndex}`,
    `create index channel_updates_pending on channel_updates (connection_id, chat_key, position)
      where processed_at is null`,
    'create index channel_updates_processed on channel_updates (processed_at) where processed_at is not null',
    `create table channel_users (
      ${ofConnection}, user_key ${text} not null, agent_id ${text} not null, user_id ${text} not null,
      name ${text} not null, language ${text} not null, phone ${text} not null, opted_out_at bigint,
      created_at bigint not null, primary key (connection_id, user_key))${asIndex}`,
    'create index channel_users_by_user on channel_users (agent_id, user_id)',
    `create table channel_chats (
      id ${text} primary key, ${ofConnection}, chat_key ${text} not null, user_key ${text} not null,
      address ${text} not null, conversation_id ${text}, created_at bigint not null)`,
    'create unique index channel_chats_by_key on channel_chats (connection_id, chat_key, user_key)',
    `create table channel_conversations (
      conversation_id ${text} primary key references conversations (id) on delete cascade,
      chat_id ${text} not null references channel_chats (id) on delete cascade)${asIndex}`,
    'create index channel_conversations_by_chat on channel_conversations (chat_id)',
    `alter table deliveries add column connection_id ${text}`,
    `alter table deliveries add column chat_id ${text}`,
    'create index deliveries_by_chat on deliveries (chat_id) where chat_id is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

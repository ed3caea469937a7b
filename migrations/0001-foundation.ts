import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

// Migrations speak untyped SQL on purpose: the schema types describe today, a migration its own day.
type Untyped = Kysely<unknown>;

const statements = (kind: DatabaseKind): string[] => {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  // SQLite compares text by bytes already; PostgreSQL is told to, so that both sort and match alike.
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    `create table workspaces (
      id ${text} primary key, name ${text} not null, balance_nano bigint, reserved_nano bigint not null default 0,
      created_at bigint not null,
      check (balance_nano is null or balance_nano >= 0), check (reserved_nano >= 0))`,
    `create table agents (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id), name ${text} not null,
      kind ${text} not null, api_enabled integer not null, settings ${text} not null, version integer not null,
      created_at bigint not null, updated_at bigint not null, deleted_at bigint)`,
    'create index agents_by_workspace on agents (workspace_id, created_at, id)',
    `create table knowledge_bases (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id),
      agent_id ${text} not null references agents (id), name ${text} not null, description ${text} not null,
      created_at bigint not null, unique (agent_id, name))`,
    `create table audit_entries (
      id ${text} primary key, workspace_id ${text}, actor ${text} not null, action ${text} not null,
      target_kind ${text} not null, target_id ${text} not null, changes ${text} not null, created_at bigint not null)`,
    'create index audit_entries_by_workspace on audit_entries (workspace_id, created_at, id)',

    `create table api_keys (
      id ${text} primary key, agent_id ${text} not null references agents (id), name ${text} not null,
      prefix ${text} not null, sha256 ${text} not null unique, created_at bigint not null, expires_at bigint,
      revoked_at bigint, last_used_at bigint)`,
    'create index api_keys_by_agent on api_keys (agent_id, created_at, id)',
    `create table operators (
      id ${text} primary key, email ${text} not null unique, name ${text} not null, password_hash ${text} not null,
      created_at bigint not null, disabled_at bigint)`,
    `create table memberships (
      operator_id ${text} not null references operators (id), workspace_id ${text} not null references workspaces (id),
      role ${text} not null, primary key (operator_id, workspace_id))`,
    `create table operator_sessions (
      sha256 ${text} primary key, operator_id ${text} not null references operators (id),
      created_at bigint not null, expires_at bigint not null)`,
    `create table operator_tokens (
      id ${text} primary key, name ${text} not null, sha256 ${text} not null unique, created_at bigint not null,
      revoked_at bigint)`,

    `create table conversations (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id),
      agent_id ${text} not null references agents (id), user_id ${text} not null, anonymous_id ${text},
      channel ${text} not null, subject ${text} not null, message_count integer not null, cost_nano bigint not null,
      recent_chat_at bigint not null, summary ${text} not null, summary_sequence integer not null,
      created_at bigint not null)`,
    'create index conversations_by_user on conversations (agent_id, user_id, recent_chat_at, id)',
    `create table rounds (
      id ${text} primary key, answer_id ${text} not null unique, workspace_id ${text} not null,
      agent_id ${text} not null, conversation_id ${text} not null references conversations (id),
      user_id ${text} not null, sequence integer not null, api_version integer not null, mode ${text} not null,
      status ${text} not null, owner ${text} not null, question ${text} not null, question_text ${text} not null,
      request ${text} not null, answer_text ${text} not null, outputs ${text} not null, usage ${text},
      error_code integer, error_message ${text}, reserved_nano bigint not null, cost_nano bigint not null,
      stop_requested integer not null, feedback ${text} not null, quality ${text} not null,
      created_at bigint not null, ended_at bigint, unique (conversation_id, sequence))`,
    `create index rounds_open on rounds (conversation_id, sequence) where status in ('queued', 'running')`,
    `create table round_events (
      round_id ${text} not null references rounds (id) on delete cascade, first_sequence integer not null,
      events ${text} not null, primary key (round_id, first_sequence))`,
    `create table citations (
      round_id ${text} not null references rounds (id) on delete cascade, position integer not null,
      data_id ${text} not null, chunk_id ${text} not null, data_name ${text} not null, source_url ${text} not null,
      content ${text} not null, score double precision not null, primary key (round_id, position))`,
    `create table traces (
      round_id ${text} primary key references rounds (id) on delete cascade, steps ${text} not null)`,
    `create table user_properties (
      agent_id ${text} not null references agents (id), user_id ${text} not null, name ${text} not null,
      value ${text} not null, updated_at bigint not null, primary key (agent_id, user_id, name))`,
    `create table memories (
      id ${text} primary key, agent_id ${text} not null references agents (id),
      conversation_id ${text} not null references conversations (id) on delete cascade, user_id ${text} not null,
      kind ${text} not null, text ${text} not null, terms ${text} not null, round_sequence integer not null,
      created_at bigint not null)`,
    'create index memories_by_conversation on memories (conversation_id, round_sequence)',
    'create index memories_by_user on memories (agent_id, user_id, created_at)',
    `create table files (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id), name ${text} not null,
      media_type ${text} not null, size_bytes bigint not null, sha256 ${text} not null, created_at bigint not null)`,
    `create table file_pieces (
      file_id ${text} not null references files (id) on delete cascade, position integer not null,
      bytes ${bytes} not null, primary key (file_id, position))`,
    `create table idempotency_keys (
      agent_id ${text} not null, endpoint ${text} not null, key ${text} not null, body_sha256 ${text} not null,
      round_id ${text}, response ${text}, created_at bigint not null, primary key (agent_id, endpoint, key))`,
    'create index idempotency_keys_by_age on idempotency_keys (created_at)',

    `create table ledger_entries (
      id ${text} primary key, workspace_id ${text} not null, agent_id ${text} not null, conversation_id ${text},
      round_id ${text}, user_id ${text}, kind ${text} not null, model ${text} not null, tokens ${text} not null,
      credits_nano bigint not null, created_at bigint not null)`,
    'create index ledger_entries_by_workspace on ledger_entries (workspace_id, created_at)',

    `create table jobs (
      id ${text} primary key, queue ${text} not null, ordering_key ${text}, payload ${text} not null,
      sequence bigint not null, attempt integer not null, run_at bigint not null, leased_until bigint,
      created_at bigint not null)`,
    'create index jobs_due on jobs (queue, run_at, sequence)',
    'create index jobs_by_key on jobs (queue, ordering_key, sequence)',
    `create table processes (
      id ${text} primary key, host ${text} not null, pid integer not null, started_at bigint not null,
      heartbeat_at bigint not null)`,
    `create table deliveries (
      id ${text} primary key, workspace_id ${text} not null, agent_id ${text} not null, conversation_id ${text},
      sequence bigint not null, kind ${text} not null, target ${text} not null, body ${text} not null,
      status ${text} not null, attempts integer not null, next_attempt_at bigint not null, leased_until bigint,
      created_at bigint not null, ended_at bigint)`,
    `create index deliveries_pending on deliveries (next_attempt_at, sequence) where status = 'pending'`,
    `create index deliveries_in_order on deliveries (conversation_id, sequence) where status = 'pending'`,
    'create index deliveries_by_agent on deliveries (agent_id, created_at, id)',
    `create table delivery_attempts (
      delivery_id ${text} not null references deliveries (id) on delete cascade, attempt integer not null,
      url ${text} not null, http_status integer, error ${text}, response_excerpt ${text} not null,
      started_at bigint not null, duration_ms integer not null, primary key (delivery_id, attempt))`,
  ];
};

export const up = async (db: Untyped, kind: DatabaseKind): Promise<void> => {
  if (kind === 'postgres') await sql.raw('create extension if not exists vector').execute(db);
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};

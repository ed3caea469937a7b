import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const statements = (kind: DatabaseKind): string[] => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    `create table visitors (
      id ${text} primary key, agent_id ${text} not null references agents (id), channel ${text} not null,
      browser_sha256 ${text} not null, user_id ${text} not null, identity ${text} not null,
      email ${text} not null, locale ${text} not null, created_at bigint not null, seen_at bigint not null,
      unique (agent_id, channel, browser_sha256, user_id, identity))`,
    'create index visitors_by_user on visitors (agent_id, user_id)',
    'create index visitors_by_seen on visitors (seen_at)',
    `create table visitor_tokens (
      sha256 ${text} primary key, visitor_id ${text} not null references visitors (id) on delete cascade,
      created_at bigint not null, expires_at bigint not null)`,
    'create index visitor_tokens_by_visitor on visitor_tokens (visitor_id)',
    'create index visitor_tokens_by_expiry on visitor_tokens (expires_at)',
    // No foreign key: a conversation outlives the browser it was begun in.
    `alter table conversations add column visitor_id ${text}`,
    'alter table conversations add column user_claimed integer not null default 0',
    `create index conversations_by_visitor on conversations (visitor_id, recent_chat_at, id)
      where visitor_id is not null`,
    `alter table deliveries add column visitor_id ${text}`,
    'create index deliveries_by_visitor on deliveries (visitor_id) where visitor_id is not null',
  ];
};

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};

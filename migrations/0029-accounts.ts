import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const statements = (kind: DatabaseKind): string[] => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    // Accounts from before invitations keep their password and their roles. Whoever added the person may know the
    // password, so it counts as not chosen by them: joining another workspace asks for a new one first.
    'alter table operators add column password_chosen integer not null default 0',

    `alter table operator_tokens add column kind ${text} not null default 'created'`,
    `alter table operator_tokens add column role ${text} not null default 'owner'`,
    `alter table operator_tokens add column workspace_id ${text} references workspaces (id)`,
    'alter table operator_tokens add column expires_at bigint',
    'alter table operator_tokens add column last_used_at bigint',
    `alter table operator_tokens add column created_by ${text} not null default ''`,
    `update operator_tokens set kind = 'preset' where name = 'preset'`,
    `update operator_tokens set kind = 'first-start' where name = 'first start'`,
    'create index operator_tokens_by_workspace on operator_tokens (workspace_id)',

    `create table operator_invitations (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id), email ${text} not null,
      role ${text} not null, sha256 ${text} not null unique, created_by ${text} not null,
      created_by_id ${text} not null, created_at bigint not null, expires_at bigint not null,
      unique (workspace_id, email))`,
    'create index operator_invitations_by_expiry on operator_invitations (expires_at)',

    `create table operator_reset_links (
      operator_id ${text} primary key references operators (id) on delete cascade,
      sha256 ${text} not null unique, created_at bigint not null, expires_at bigint not null)`,

    `create table operator_browsers (
      sha256 ${text} not null, operator_id ${text} not null references operators (id) on delete cascade,
      created_at bigint not null, seen_at bigint not null, primary key (sha256, operator_id))`,
    'create index operator_browsers_by_operator on operator_browsers (operator_id, seen_at)',

    'create index memberships_by_workspace on memberships (workspace_id)',
    'create index operator_sessions_by_token on operator_sessions (token_id)',

    // An account without a role anywhere can do nothing; it would only keep its e-mail address taken.
    `delete from operator_sessions where operator_id is not null
      and operator_id not in (select operator_id from memberships)`,
    'delete from operators where id not in (select operator_id from memberships)',
  ];
};

/** Invitations and reset links in place of passwords set by others; tokens with a role, a scope and an end. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};

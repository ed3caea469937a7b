import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/**
 * Sessions record how somebody signed in and from where; accounts get authenticator apps, recovery codes, passkeys and
 * identities of an OpenID provider; a workspace can require one of them.
 */
const statements = (kind: DatabaseKind): string[] => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const operator = `operator_id ${text} not null references operators (id) on delete cascade`;
  return [
    `alter table operator_sessions add column method ${text} not null default 'password'`,
    `alter table operator_sessions add column second_factor ${text}`,
    `alter table operator_sessions add column authenticated_at bigint not null default 0`,
    `alter table operator_sessions add column last_seen_at bigint not null default 0`,
    `alter table operator_sessions add column address ${text} not null default ''`,
    `alter table operator_sessions add column user_agent ${text} not null default ''`,
    `update operator_sessions set authenticated_at = created_at, last_seen_at = created_at,
      method = case when token_id is null then 'password' else 'token' end`,
    'create index operator_sessions_by_operator on operator_sessions (operator_id)',

    `create table one_time_code_apps (
      operator_id ${text} primary key references operators (id) on delete cascade, secret ${text} not null,
      last_step bigint not null, created_at bigint not null, confirmed_at bigint)`,
    `create table recovery_codes (
      ${operator}, sha256 ${text} not null, used_at bigint, primary key (operator_id, sha256))`,
    `create table passkeys (
      id ${text} primary key, ${operator}, credential_id ${text} not null unique, public_key ${text} not null,
      counter bigint not null, transports ${text} not null, backed_up integer not null, name ${text} not null,
      created_at bigint not null, last_used_at bigint)`,
    'create index passkeys_by_operator on passkeys (operator_id)',
    `create table operator_identities (
      issuer ${text} not null, subject ${text} not null, ${operator}, email ${text} not null,
      created_at bigint not null, last_used_at bigint not null, primary key (issuer, subject))`,
    'create index operator_identities_by_operator on operator_identities (operator_id)',
    `create table sign_in_attempts (
      sha256 ${text} primary key, kind ${text} not null,
      operator_id ${text} references operators (id) on delete cascade, data ${text} not null,
      failures integer not null, expires_at bigint not null)`,

    `alter table workspaces add column sign_in_requirement ${text} not null default 'none'`,
  ];
};

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};

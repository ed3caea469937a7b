import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/** Who an anonymous visitor is, as a developer said; and the types of user attributes. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table user_bindings (
      agent_id ${text} not null references agents (id), anonymous_id ${text} not null,
      user_id ${text} not null, created_at bigint not null, primary key (agent_id, anonymous_id))`,
    'create index user_bindings_by_user on user_bindings (agent_id, user_id)',
    `alter table user_properties add column value_type ${text} not null default 'string'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

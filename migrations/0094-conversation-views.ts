import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Filters of conversations with a name. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table conversation_views (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id) on delete cascade,
      operator_id ${text} references operators (id) on delete cascade, name ${text} not null,
      name_key ${text} not null, filters ${text} not null, created_at bigint not null)`,
    'create index conversation_views_listed on conversation_views (workspace_id, operator_id, name_key)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

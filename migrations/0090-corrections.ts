import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Corrected answers of operators, found by a similar question. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const isSqlite = kind === 'sqlite';
  const text = isSqlite ? 'text' : 'text collate "C"';
  const bytes = isSqlite ? 'blob' : 'bytea';
  const real = isSqlite ? 'real' : 'double precision';
  const statements = [
    `create table corrections (
      id ${text} primary key, workspace_id ${text} not null, agent_id ${text} not null references agents (id),
      knowledge_base_id ${text} not null, question ${text} not null, question_key ${text} not null,
      answer ${text} not null, is_enabled integer not null, conversation_id ${text}, round_id ${text},
      author_id ${text} not null, author_email ${text} not null, model ${text}, vector ${bytes}, confidence ${real},
      revision bigint not null, hit_count bigint not null, last_hit_at bigint, created_at bigint not null,
      updated_at bigint not null)`,
    'create unique index corrections_by_question on corrections (agent_id, knowledge_base_id, question_key)',
    'create index corrections_by_revision on corrections (agent_id, revision)',
    'create index corrections_by_conversation on corrections (conversation_id) where conversation_id is not null',
    `create table correction_states (
      agent_id ${text} primary key references agents (id), revision bigint not null, correction_count integer not null)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

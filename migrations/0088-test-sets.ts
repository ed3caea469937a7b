import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Test sets of agents and their cases. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const isSqlite = kind === 'sqlite';
  const text = isSqlite ? 'text' : 'text collate "C"';
  const real = isSqlite ? 'real' : 'double precision';
  const statements = [
    `create table test_sets (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id),
      agent_id ${text} not null references agents (id),
      name ${text} not null, description ${text} not null, judge_model ${text}, repeats integer not null,
      schedule ${text} not null, next_run_at bigint, required_pass_rate ${real},
      creator_email ${text} not null, created_at bigint not null, updated_at bigint not null)`,
    'create index test_sets_by_agent on test_sets (agent_id, created_at)',
    `create table test_cases (
      id ${text} primary key, set_id ${text} not null references test_sets (id) on delete cascade,
      position integer not null, name ${text} not null, turns ${text} not null, expectations ${text} not null,
      origin ${text} not null, source_conversation_id ${text}, source_round_id ${text},
      created_at bigint not null, updated_at bigint not null)`,
    'create index test_cases_by_set on test_cases (set_id, position, id)',
    `create index test_cases_by_conversation on test_cases (source_conversation_id)
      where source_conversation_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Runs of test sets: the cases as they were at the start, and the result of each attempt. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table test_runs (
      id ${text} primary key, set_id ${text} not null references test_sets (id) on delete cascade,
      workspace_id ${text} not null, agent_id ${text} not null, status ${text} not null,
      started_by ${text} not null, creator_email ${text} not null,
      is_cancelled integer not null, is_seeded integer not null,
      agent_version integer not null, uses_flow_draft integer not null,
      repeats integer not null, concurrency integer not null,
      cases integer not null, attempts integer not null,
      passed integer not null, failed integer not null, errors integer not null,
      passed_cases integer not null, regressions integer not null, previous_run_id ${text},
      cost_nano bigint not null, estimate_nano bigint not null, error ${text},
      created_at bigint not null, started_at bigint, ended_at bigint)`,
    'create index test_runs_by_set on test_runs (set_id, created_at)',
    `create unique index test_runs_active on test_runs (set_id) where status in ('queued', 'running')`,
    `create table test_run_cases (
      run_id ${text} not null references test_runs (id) on delete cascade, number integer not null,
      case_id ${text} not null, name ${text} not null, turns ${text} not null, expectations ${text} not null,
      passed integer not null, failed integer not null, errors integer not null,
      primary key (run_id, number))`,
    'create unique index test_run_cases_by_case on test_run_cases (case_id, run_id)',
    `create table test_results (
      run_id ${text} not null, number integer not null, repeat integer not null,
      status ${text} not null, conversation_id ${text}, outcomes ${text} not null, rounds ${text} not null,
      error ${text}, cost_nano bigint not null, duration_ms integer not null,
      started_at bigint not null, ended_at bigint,
      primary key (run_id, number, repeat),
      foreign key (run_id, number) references test_run_cases (run_id, number) on delete cascade)`,
    `create index test_results_with_conversation on test_results (run_id) where conversation_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

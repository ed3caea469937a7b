import type { Flag } from './flag.ts';

/** How a test case was made. */
export type CaseOrigin = 'manual' | 'import' | 'conversation' | 'rating';

export type TestRunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
export type TestRunStarter = 'operator' | 'schedule' | 'command';
/** `error`: it could not be decided. `running`: it has not ended, or its process died. */
export type TestResultStatus = 'running' | 'passed' | 'failed' | 'error';

export interface EvaluationTables {
  test_sets: {
    id: string;
    workspace_id: string;
    agent_id: string;
    name: string;
    description: string;
    /** JSON of the model that judges answers. Null: the model of the agent. */
    judge_model: string | null;
    /** How often a run sends each case. */
    repeats: number;
    /** off, hourly, daily, weekly, or a cron expression. */
    schedule: string;
    next_run_at: number | null;
    /** Pass rate that publishing requires. Null: not required. */
    required_pass_rate: number | null;
    creator_email: string;
    created_at: number;
    updated_at: number;
  };
  test_cases: {
    id: string;
    set_id: string;
    /** Order in the set. */
    position: number;
    name: string;
    /** JSON of TestTurn[]. */
    turns: string;
    /** JSON of Expectation[]. */
    expectations: string;
    origin: CaseOrigin;
    /** The conversation whose words it has: it is deleted with that conversation. */
    source_conversation_id: string | null;
    source_round_id: string | null;
    created_at: number;
    updated_at: number;
  };
  test_runs: {
    id: string;
    set_id: string;
    workspace_id: string;
    agent_id: string;
    status: TestRunStatus;
    started_by: TestRunStarter;
    creator_email: string;
    is_cancelled: Flag;
    /** 1 if the cases are copied. */
    is_seeded: Flag;
    /** The version of the agent that is tested. */
    agent_version: number;
    /** 1: the draft of the flow instead of the published one. */
    uses_flow_draft: Flag;
    repeats: number;
    concurrency: number;
    cases: number;
    /** Cases times repeats. */
    attempts: number;
    /** Attempts by their result. */
    passed: number;
    failed: number;
    errors: number;
    /** Cases of which every attempt passed. 0 until the end. */
    passed_cases: number;
    /** Cases that passed in the previous run and do not pass now. 0 until the end. */
    regressions: number;
    previous_run_id: string | null;
    cost_nano: number;
    estimate_nano: number;
    /** JSON of RunProblem: why it failed. */
    error: string | null;
    created_at: number;
    started_at: number | null;
    ended_at: number | null;
  };
  /** The cases of a run as they were at its start. */
  test_run_cases: {
    run_id: string;
    /** From 1, in the order of the set. */
    number: number;
    case_id: string;
    name: string;
    turns: string;
    expectations: string;
    passed: number;
    failed: number;
    errors: number;
  };
  test_results: {
    run_id: string;
    number: number;
    /** From 1. */
    repeat: number;
    status: TestResultStatus;
    /** The test chat of the attempt, until it is erased. */
    conversation_id: string | null;
    /** JSON of CheckedExpectation[]. */
    outcomes: string;
    /** JSON of TestedRound[]. */
    rounds: string;
    /** JSON of RunProblem: why there is no result. */
    error: string | null;
    cost_nano: number;
    duration_ms: number;
    started_at: number;
    ended_at: number | null;
  };
}

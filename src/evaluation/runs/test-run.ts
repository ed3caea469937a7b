import type { Selectable } from 'kysely';
import type { Schema } from '../../db/index.ts';
import type { TestResultStatus, TestRunStarter, TestRunStatus } from '../../db/schema/evaluation.ts';
import type { TraceStep } from '../../rounds/index.ts';
import type { CaseContent } from '../cases/test-case.ts';
import type { Outcome } from '../check/observed.ts';

/** Why a run or an attempt has no result. The detail is text of another part, such as a model. */
export interface RunProblem {
  code:
    | 'agent-deleted'
    | 'version-deleted'
    | 'no-flow'
    | 'no-cases'
    | 'no-credits'
    | 'answer-failed'
    | 'file-missing'
    | 'given-up';
  detail: string;
}

export const problemCodes = [
  'agent-deleted',
  'version-deleted',
  'no-flow',
  'no-cases',
  'no-credits',
  'answer-failed',
  'file-missing',
  'given-up',
] as const satisfies RunProblem['code'][];

export interface TestRun {
  id: string;
  setId: string;
  workspaceId: string;
  agentId: string;
  status: TestRunStatus;
  startedBy: TestRunStarter;
  creatorEmail: string;
  isCancelled: boolean;
  isSeeded: boolean;
  agentVersion: number;
  usesFlowDraft: boolean;
  repeats: number;
  concurrency: number;
  cases: number;
  attempts: number;
  passed: number;
  failed: number;
  errors: number;
  passedCases: number;
  regressions: number;
  previousRunId: string | null;
  costNano: number;
  estimateNano: number;
  error: RunProblem | null;
  createdAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
}

/** A case of a run with the counts of its attempts. */
export interface RunCase extends CaseContent {
  runId: string;
  number: number;
  caseId: string;
  passed: number;
  failed: number;
  errors: number;
}

/** One message of an attempt with its answer and trace, kept after the test chat is erased. */
export interface TestedRound {
  question: string;
  answer: string;
  status: string;
  error: string | null;
  isHandedOver: boolean;
  costNano: number;
  durationMs: number;
  citations: { documentId: string; documentName: string; content: string; score: number }[];
  steps: TraceStep[];
}

export interface TestResult {
  number: number;
  repeat: number;
  status: TestResultStatus;
  outcomes: Outcome[];
  rounds: TestedRound[];
  error: RunProblem | null;
  costNano: number;
  durationMs: number;
  startedAtMs: number;
  endedAtMs: number | null;
}

const readProblem = (text: string | null): RunProblem | null => (text === null ? null : JSON.parse(text));

export const toRun = (row: Selectable<Schema['test_runs']>): TestRun => ({
  id: row.id,
  setId: row.set_id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  status: row.status,
  startedBy: row.started_by,
  creatorEmail: row.creator_email,
  isCancelled: row.is_cancelled === 1,
  isSeeded: row.is_seeded === 1,
  agentVersion: row.agent_version,
  usesFlowDraft: row.uses_flow_draft === 1,
  repeats: row.repeats,
  concurrency: row.concurrency,
  cases: row.cases,
  attempts: row.attempts,
  passed: row.passed,
  failed: row.failed,
  errors: row.errors,
  passedCases: row.passed_cases,
  regressions: row.regressions,
  previousRunId: row.previous_run_id,
  costNano: row.cost_nano,
  estimateNano: row.estimate_nano,
  error: readProblem(row.error),
  createdAtMs: row.created_at,
  startedAtMs: row.started_at,
  endedAtMs: row.ended_at,
});

export const toRunCase = (row: Selectable<Schema['test_run_cases']>): RunCase => ({
  runId: row.run_id,
  number: row.number,
  caseId: row.case_id,
  name: row.name,
  turns: JSON.parse(row.turns),
  expectations: JSON.parse(row.expectations),
  passed: row.passed,
  failed: row.failed,
  errors: row.errors,
});

export const toResult = (row: Selectable<Schema['test_results']>): TestResult => ({
  number: row.number,
  repeat: row.repeat,
  status: row.status,
  outcomes: JSON.parse(row.outcomes),
  rounds: JSON.parse(row.rounds),
  error: readProblem(row.error),
  costNano: row.cost_nano,
  durationMs: row.duration_ms,
  startedAtMs: row.started_at,
  endedAtMs: row.ended_at,
});

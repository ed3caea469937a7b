import { type Static, Type } from 'typebox';
import {
  type CaseContent,
  type ComparedCase,
  Expectation,
  labelOfCase,
  outcomeCodes,
  passRateOf,
  problemCodes,
  type RunCase,
  type TestResult,
  type TestRun,
} from '../../../evaluation/index.ts';
import { describedBy, oneOf } from '../../schema.ts';
import { CreditText } from '../conversations/conversation-view.ts';
import { presentStep, Step } from '../conversations/round-view.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';

const Problem = Type.Object(
  { code: oneOf(problemCodes), detail: Type.String({ description: 'Text of the model or the service' }) },
  { title: 'TestProblem' },
);
const NullableProblem = Type.Union([Problem, Type.Null()]);

const PassRateView = Type.Union(
  [
    Type.Object({
      rate: Type.Number({ description: 'Share of attempts that passed' }),
      low: Type.Number(),
      high: Type.Number({ description: '95 % confidence interval (Wilson): from `low` to `high`' }),
    }),
    Type.Null(),
  ],
  { description: 'Of the attempts so far; null: none' },
);

export const TestRunView = Type.Object(
  {
    id: Type.String(),
    status: oneOf(['queued', 'running', 'completed', 'failed', 'cancelled']),
    startedBy: oneOf(['operator', 'schedule', 'command']),
    createdBy: Type.String({
      description: 'E-mail address of the operator; empty: schedule or token',
    }),
    version: Type.Integer({ description: 'Version of the agent that is tested' }),
    usesFlowDraft: Type.Boolean(),
    repeats: Type.Integer(),
    concurrency: Type.Integer(),
    cases: Type.Integer({ description: '0 until the run starts' }),
    attempts: Type.Integer({ description: 'Cases times repeats' }),
    passed: Type.Integer({ description: 'Attempts' }),
    failed: Type.Integer({ description: 'Attempts with an expectation that was not met' }),
    errors: Type.Integer({ description: 'Attempts that could not be decided' }),
    passRate: PassRateView,
    passedCases: Type.Integer({ description: 'Cases whose every attempt passed. 0 until the end' }),
    regressions: Type.Integer({
      description: 'Cases that passed in the previous completed run and do not pass now. 0 until the end',
    }),
    previousRunId: Type.Union([Type.String(), Type.Null()]),
    credits: CreditText,
    estimatedCredits: CreditText,
    error: NullableProblem,
    createdAt: Time,
    startedAt: NullableTime,
    endedAt: NullableTime,
  },
  { title: 'TestRun' },
);

export const presentTestRun = (run: TestRun): Static<typeof TestRunView> => ({
  id: run.id,
  status: run.status,
  startedBy: run.startedBy,
  createdBy: run.creatorEmail,
  version: run.agentVersion,
  usesFlowDraft: run.usesFlowDraft,
  repeats: run.repeats,
  concurrency: run.concurrency,
  cases: run.cases,
  attempts: run.attempts,
  passed: run.passed,
  failed: run.failed,
  errors: run.errors,
  passRate: passRateOf(run.passed, run.passed + run.failed + run.errors),
  passedCases: run.passedCases,
  regressions: run.regressions,
  previousRunId: run.previousRunId,
  credits: formatCredits(run.costNano),
  estimatedCredits: formatCredits(run.estimateNano),
  error: run.error,
  createdAt: toTime(run.createdAtMs),
  startedAt: toNullableTime(run.startedAtMs),
  endedAt: toNullableTime(run.endedAtMs),
});

const counts = { passed: Type.Integer(), failed: Type.Integer(), errors: Type.Integer() };

export const RunCaseView = Type.Object(
  {
    number: Type.Integer({ description: 'Of the case in this run, from 1' }),
    caseId: Type.String(),
    label: Type.String({ description: 'The name, or the first message' }),
    ...counts,
    passRate: PassRateView,
    change: oneOf(
      ['regressed', 'improved', 'same', 'new'],
      'Compared with the other run. regressed: it passed there and does not pass here',
    ),
    base: Type.Union([Type.Object(counts), Type.Null()], { description: 'Attempts in the other run' }),
  },
  { title: 'TestRunCase' },
);

export const presentRunCase = (one: ComparedCase): Static<typeof RunCaseView> => ({
  number: one.number,
  caseId: one.caseId,
  label: labelOfCase(one),
  passed: one.passed,
  failed: one.failed,
  errors: one.errors,
  passRate: passRateOf(one.passed, one.passed + one.failed + one.errors),
  change: one.change,
  base: one.base,
});

const Outcome = Type.Object(
  {
    status: oneOf(['passed', 'failed', 'error']),
    code: oneOf(outcomeCodes),
    detail: Type.String({ description: 'What was found, or the reasons of a judge' }),
    score: Type.Union([Type.Number(), Type.Null()], { description: 'Similarity, from 0 to 1' }),
  },
  { title: 'TestOutcome' },
);

const TestedRoundView = Type.Object(
  {
    question: Type.String(),
    answer: Type.String(),
    status: Type.String(),
    error: Type.Union([Type.String(), Type.Null()]),
    isHandedOver: Type.Boolean(),
    credits: CreditText,
    durationMs: Type.Integer(),
    citations: Type.Array(
      Type.Object({
        documentId: Type.String(),
        documentName: Type.String(),
        content: Type.String({ description: 'The beginning' }),
        score: Type.Number(),
      }),
    ),
    trace: Type.Array(Step),
  },
  { title: 'TestedRound' },
);

export const ResultsView = Type.Object(
  {
    number: Type.Integer(),
    caseId: Type.String(),
    label: Type.String(),
    expectations: describedBy<CaseContent['expectations']>(Type.Array(Expectation)),
    results: Type.Array(
      Type.Object({
        repeat: Type.Integer({ description: 'From 1' }),
        status: oneOf(['running', 'passed', 'failed', 'error']),
        outcomes: Type.Array(Outcome, { description: 'One per expectation. Empty if there is an error' }),
        error: NullableProblem,
        rounds: Type.Array(TestedRoundView),
        credits: CreditText,
        durationMs: Type.Integer(),
        startedAt: Time,
        endedAt: NullableTime,
      }),
    ),
  },
  { title: 'TestResults' },
);

export const presentResults = ({
  runCase,
  results,
}: {
  runCase: RunCase;
  results: TestResult[];
}): Static<typeof ResultsView> => ({
  number: runCase.number,
  caseId: runCase.caseId,
  label: labelOfCase(runCase),
  expectations: runCase.expectations,
  results: results.map((result) => ({
    repeat: result.repeat,
    status: result.status,
    outcomes: result.outcomes.map(({ status, code, detail, score }) => ({
      status,
      code,
      detail,
      score: score ?? null,
    })),
    error: result.error,
    rounds: result.rounds.map(({ costNano, steps, ...round }) => ({
      ...round,
      credits: formatCredits(costNano),
      trace: steps.map(presentStep),
    })),
    credits: formatCredits(result.costNano),
    durationMs: result.durationMs,
    startedAt: toTime(result.startedAtMs),
    endedAt: toNullableTime(result.endedAtMs),
  })),
});

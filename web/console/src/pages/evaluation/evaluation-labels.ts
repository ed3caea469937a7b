import type { Expectation, TestOutcome, TestProblem, TestRun, TestRunCase } from '../../api/generated.ts';
import type { Tone } from '../../components/status-badge.tsx';
import type { Labels } from '../../lib/label-of.ts';

export const statusLabels: Labels<TestRun['status']> = {
  queued: 'evaluation.status.queued',
  running: 'evaluation.status.running',
  completed: 'evaluation.status.completed',
  failed: 'evaluation.status.failed',
  cancelled: 'evaluation.status.cancelled',
};

export const statusTones: Record<TestRun['status'], Tone> = {
  queued: 'quiet',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export const starterLabels: Labels<TestRun['startedBy']> = {
  operator: 'evaluation.starter.token',
  schedule: 'evaluation.starter.schedule',
  command: 'evaluation.starter.command',
};

export const changeLabels: Labels<TestRunCase['change']> = {
  regressed: 'evaluation.change.regressed',
  improved: 'evaluation.change.improved',
  same: 'evaluation.change.same',
  new: 'evaluation.change.new',
};

export const problemLabels: Labels<TestProblem['code']> = {
  'agent-deleted': 'evaluation.problem.agentDeleted',
  'version-deleted': 'evaluation.problem.versionDeleted',
  'no-flow': 'evaluation.problem.noFlow',
  'no-cases': 'evaluation.problem.noCases',
  'no-credits': 'evaluation.problem.noCredits',
  'answer-failed': 'evaluation.problem.answerFailed',
  'file-missing': 'evaluation.problem.fileMissing',
  'given-up': 'evaluation.problem.givenUp',
};

export const outcomeLabels: Labels<TestOutcome['code']> = {
  met: 'evaluation.outcome.met',
  'not-met': 'evaluation.outcome.notMet',
  'no-answer': 'evaluation.outcome.noAnswer',
  'no-such-document': 'evaluation.outcome.noSuchDocument',
  'not-json': 'evaluation.outcome.notJson',
  'too-expensive': 'evaluation.outcome.tooExpensive',
  language: 'evaluation.outcome.language',
  'embedding-failed': 'evaluation.outcome.embeddingFailed',
  'judge-failed': 'evaluation.outcome.judgeFailed',
  'judge-unreadable': 'evaluation.outcome.judgeUnreadable',
  'judge-extractive': 'evaluation.outcome.judgeExtractive',
};

export const expectationLabels: Labels<Expectation['type']> = {
  contains: 'evaluation.expect.contains',
  'not-contains': 'evaluation.expect.notContains',
  pattern: 'evaluation.expect.pattern',
  'json-schema': 'evaluation.expect.jsonSchema',
  cites: 'evaluation.expect.cites',
  retrieves: 'evaluation.expect.retrieves',
  handoff: 'evaluation.expect.handoff',
  'calls-tool': 'evaluation.expect.callsTool',
  refuses: 'evaluation.expect.refuses',
  similar: 'evaluation.expect.similar',
  judge: 'evaluation.expect.judge',
};

export const isActive = (run: TestRun | null): boolean =>
  run !== null && (run.status === 'queued' || run.status === 'running');

import type { Agent } from '../../agents/index.ts';
import type { AgentEvent } from '../../webhooks/index.ts';
import type { TestSet } from '../sets/test-set.ts';
import type { TestRun } from './test-run.ts';

/** For a completed run with regressions. Undefined if there is nothing to report. */
export const regressionEvent = ({
  agent,
  set,
  run,
}: {
  agent: Agent | undefined;
  set: TestSet;
  run: TestRun;
}): AgentEvent | undefined => {
  if (!agent || run.status !== 'completed' || run.regressions === 0) return undefined;
  return {
    agent,
    name: 'evaluation.regressed',
    data: {
      test_set_id: set.id,
      name: set.name,
      run_id: run.id,
      previous_run_id: run.previousRunId ?? '',
      version: run.agentVersion,
      cases: run.cases,
      passed_cases: run.passedCases,
      regressions: run.regressions,
      started_by: run.startedBy,
    },
  };
};

export { caseLimits } from './cases/case-limits.ts';
export { Expectation } from './cases/expectation.ts';
export { eraseTestCases } from './cases/manage-cases.ts';
export { CaseProblem, readCase } from './cases/read-case.ts';
export {
  type CaseContent,
  labelOfCase,
  type TestCase,
} from './cases/test-case.ts';
export { outcomeCodes } from './check/observed.ts';
export { createEvaluation, type Evaluation } from './evaluation.ts';
export { longestCaseFile } from './import/read-cases.ts';
export { defaultConcurrency } from './runs/manage-runs.ts';
export { passRateOf } from './runs/pass-rate.ts';
export { regressionEvent } from './runs/regression-event.ts';
export { createRequiredSets } from './runs/required-sets.ts';
export type { ComparedCase } from './runs/run-case-store.ts';
export { problemCodes, type RunCase, type TestResult, type TestRun } from './runs/test-run.ts';
export { defaultSetSettings } from './sets/manage-sets.ts';
export { type SetSettings, setLimits, type TestSet } from './sets/test-set.ts';

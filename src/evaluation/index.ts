export { caseLimits } from './cases/case-limits.ts';
export { Expectation } from './cases/expectation.ts';
export { CaseProblem, readCase } from './cases/read-case.ts';
export {
  type CaseContent,
  labelOfCase,
  type TestCase,
} from './cases/test-case.ts';
export { createEvaluation, type Evaluation } from './evaluation.ts';
export { longestCaseFile } from './import/read-cases.ts';
export { defaultSetSettings } from './sets/manage-sets.ts';
export { type SetSettings, setLimits, type TestSet } from './sets/test-set.ts';

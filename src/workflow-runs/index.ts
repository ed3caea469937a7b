export { createWorkflowRuns, type WorkflowRun, type WorkflowRuns } from './workflow-runs.ts';

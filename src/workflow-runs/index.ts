export {
  createWorkflowRuns,
  type WorkflowRun,
  type WorkflowRuns,
  type WorkflowStatus,
} from './workflow-runs.ts';

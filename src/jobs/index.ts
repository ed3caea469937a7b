export { countDueJobs } from './count-due-jobs.ts';
export { deleteFailedJobsNaming } from './failed-job-store.ts';
export type { SeenJob } from './inspect-jobs.ts';
export { createJobs, type Jobs } from './jobs.ts';
export {
  type EnqueueOptions,
  type JobContext,
  type JobHandler,
  type JobLog,
  PermanentJobError,
  ProcessLostError,
  type QueueOptions,
} from './port.ts';
export {
  createProcessRegistry,
  heartbeatMs,
  type ProcessRegistry,
} from './process-registry.ts';
export { listProcesses, stoppedCleanly } from './process-store.ts';
export { completeAllIn } from './run-job.ts';
export { systemTimer, type Timer } from './timer.ts';

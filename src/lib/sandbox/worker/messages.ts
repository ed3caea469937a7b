/** From the service to its worker process. */
export interface JobRequest {
  id: number;
  module: string;
  cpuMs: number;
  input: unknown;
}

/** From the worker process to the service. A result is JSON text; a job that returns nothing has none. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'done'; id: number; result: string | undefined; isSpent: boolean }
  | { type: 'failed'; id: number; message: string; isSpent: boolean };

/** What the watchdog writes to stderr before it ends the process. */
export const marks = { time: 'frontdesk-sandbox-time', memory: 'frontdesk-sandbox-memory' } as const;

/** Shared with the watchdog. Flags: 1 while a job runs. Limits: processor time (ms), resident memory (bytes). */
export interface WatchedState {
  flags: Int32Array;
  limits: Float64Array;
  parentPid: number;
}

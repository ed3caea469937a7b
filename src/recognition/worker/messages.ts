import type { Recognised, RecognitionSource } from '../recognised.ts';
import type { RecognitionFailure } from '../recognition-error.ts';

/** From the service to a worker. One file at a time. */
export interface ReadRequest {
  source: RecognitionSource;
  name: string | undefined;
  declaredFormat: string | undefined;
  deadlineMs: number;
}

/** From a worker to the service. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'done'; recognised: Recognised; isSpent: boolean }
  /** The file's fault: `reason` and a sentence for people; `detail` is for the log. */
  | { type: 'failed'; reason: RecognitionFailure; message: string; detail: string; isSpent: boolean }
  /** Not the file's fault (a model file missing, say). */
  | { type: 'broken'; message: string };

/** Written to standard error by the watchdog before it ends the process. */
export const memoryMark = 'recognition: memory limit reached';

import type { Recognised } from '../recognised.ts';
import type { RecognitionFailure } from '../recognition-error.ts';

/**
 * What the service and a worker say to each other. Large content travels in pieces in both directions: turning
 * megabytes into a message, or a message into a million cells, would hold the service's event loop.
 */
export type ServiceMessage =
  /** The next piece of the file; comes before `read`. */
  | { type: 'bytes'; bytes: Uint8Array }
  | {
      type: 'read';
      /** Where the file is; without it the pieces sent before are the file. */
      path: string | undefined;
      name: string | undefined;
      declaredFormat: string | undefined;
      /** After so long slow extra work (scanned pages) stops. Not a time of day: it may be set while a file is read. */
      remainingMs: number;
    };

export type ReadRequest = Extract<ServiceMessage, { type: 'read' }>;

export type ResultPiece =
  | { type: 'text'; text: string }
  /** Rows of the sheet at this place in the result. */
  | { type: 'rows'; sheet: number; rows: string[][] };

export type WorkerAnswer =
  /** The result without the text and the rows that were sent in pieces. */
  | { type: 'done'; recognised: Recognised; isSpent: boolean }
  /** The file's fault: `reason` and a sentence for people; `detail` is for the log. */
  | { type: 'failed'; reason: RecognitionFailure; message: string; detail: string; isSpent: boolean }
  /** Not the file's fault (a model file missing, say). */
  | { type: 'broken'; message: string };

/** A sign of life on the way through a long file. */
export type WorkerProgress = { type: 'progress'; page: number; pages: number };

export type WorkerMessage = { type: 'ready' } | WorkerProgress | ResultPiece | WorkerAnswer;

/** Written to standard error by the watchdog before it ends the process. */
export const memoryMark = 'recognition: memory limit reached';

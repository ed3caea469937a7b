import type { Recognised, TextSearch } from '../recognised.ts';
import type { RecognitionFailure } from '../recognition-error.ts';

/**
 * Messages between the service and a worker. Large content is sent in pieces in both directions: encoding
 * megabytes, or decoding a million cells at once, would block the event loop.
 */
export type ServiceMessage =
  /** The next piece of the file, before `read`. */
  | { type: 'bytes'; bytes: Uint8Array }
  | {
      type: 'read';
      /** Path of the file. Without it, the pieces sent before are the file. */
      path: string | undefined;
      name: string | undefined;
      declaredFormat: string | undefined;
      cellValues: boolean;
      search: TextSearch | undefined;
      /** Duration after which slow extra work (scanned pages) stops. No time of day, because the clock may be set. */
      remainingMs: number;
    };

export type ReadRequest = Extract<ServiceMessage, { type: 'read' }>;

export type ResultPiece =
  | { type: 'text'; text: string }
  /** Rows of the sheet at this index. */
  | { type: 'rows'; sheet: number; rows: string[][] };

export type WorkerAnswer =
  /** The result without the text and the rows that were sent in pieces. */
  | { type: 'done'; recognised: Recognised; isSpent: boolean }
  /** The file is the cause: `reason` and a message for people. `detail` is for the log. */
  | { type: 'failed'; reason: RecognitionFailure; message: string; detail: string; isSpent: boolean }
  /** The file is not the cause (for example, a model file is missing). */
  | { type: 'broken'; message: string };

/** Progress of a long file. */
export type WorkerProgress = { type: 'progress'; page: number; pages: number };

export type WorkerMessage = { type: 'ready' } | WorkerProgress | ResultPiece | WorkerAnswer;

/** Written to standard error by the watchdog before it ends the process. */
export const memoryMark = 'recognition: memory limit reached';

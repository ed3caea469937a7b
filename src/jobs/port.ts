import type { Handle } from '../db/index.ts';

/** Fits pino. */
export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobContext {
  readonly id: string;
  /** Whose job it is; null for work of the service itself. */
  readonly workspaceId: string | null;
  /** From 1. Tries that ended with the process count as well. */
  readonly attempt: number;
  /** Aborted when the lease ran out or the service stops: whatever is done after that may be done twice. */
  readonly signal: AbortSignal;
  /** Takes the lease again in full. False: somebody else has the job now. */
  heartbeat(): Promise<boolean>;
  /**
   * To be called before something that cannot be undone, such as a call of another service: throws if the lease is
   * lost. The database is asked only if the process may have been suspended since the lease was last confirmed.
   */
  requireLease(): Promise<void>;
  /**
   * Ends the job as part of the transaction that holds its result, so that the two are never apart.
   * Throws when the lease was lost, which undoes the transaction.
   */
  completeIn(tx: Handle): Promise<void>;
  /** Asks for another try at `runAtMs` (0: at once), as part of a transaction; otherwise like `completeIn`. */
  retryIn(tx: Handle, runAtMs: number): Promise<void>;
}

/** Returning ends the job; throwing asks for another try. */
export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<void>;

export interface QueueOptions<Payload> {
  /** How many at once in this process. */
  concurrency: number;
  /** How long a try may go without a heartbeat before it counts as dead. */
  leaseMs: number;
  /**
   * After so many tries the job is given up. Tries that a planned stop interrupted do not count; those whose process
   * died count unless the queue has a lane.
   */
  maxAttempts: number;
  /** Wait after that many tries have failed. */
  retryDelayMs(failures: number): number;
  /**
   * For work that could end the process. Jobs of queues with the same lane that have lost their process twice run one
   * at a time with nothing of the lane beside them, and are given up when their process has died three times more.
   */
  lane?: string;
  /** How many of one group at once in this process; asked anew each time. */
  groupConcurrency?(group: string): number;
  /** Groups that share something scarce, such as a host; undefined for none. */
  poolOf?(group: string): string | undefined;
  /** How many of one pool at once in this process. */
  poolConcurrency?: number;
  /** Called before a job is given up; if it throws, giving up is tried again later. */
  onGivenUp?(payload: Payload, error: unknown): Promise<void>;
}

export interface EnqueueOptions {
  /**
   * Jobs of a queue with the same key run one at a time in the order in which they were enqueued; one that
   * waits for its next try, or for `runAtMs`, holds up the rest of its key and nobody else. Take it late in
   * a transaction: on PostgreSQL other writers of the same key wait from here to the commit.
   */
  orderingKey?: string;
  /** Whose share of the workers it uses; see `groupConcurrency`. */
  group?: string;
  /** Absent: at once, whatever the clock says. */
  runAtMs?: number;
  /** Whose it is, and whose turn it uses; absent for work of the service itself, which no workspace sees. */
  workspaceId?: string;
  /** A job whose id is waiting or at work already is not added again. */
  id?: string;
}

/** A job is given up because its process died too often. */
export class ProcessLostError extends Error {
  override readonly name = 'ProcessLostError';
}

/** The lease went to somebody else while a try was still at it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

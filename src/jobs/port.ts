import type { Handle } from '../db/index.ts';

/** Fits pino. */
export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobContext {
  readonly id: string;
  /** Workspace of the job. Null for work of the service itself. */
  readonly workspaceId: string | null;
  /** From 1. Attempts that ended with the process count too. */
  readonly attempt: number;
  /** Aborted when the lease is lost or the service stops: later work may be done twice. */
  readonly signal: AbortSignal;
  /** Renews the lease. False: another process has the job. */
  heartbeat(): Promise<boolean>;
  /**
   * Call it before something that cannot be undone, such as a call of another service: throws if the lease is
   * lost. Asks the database only if the process may have been suspended since the lease was last confirmed.
   */
  requireLease(): Promise<void>;
  /**
   * Ends the job in the transaction that stores its result, so that both are committed together.
   * Throws if the lease was lost, which rolls the transaction back.
   */
  completeIn(tx: Handle): Promise<void>;
  /**
   * The job no longer uses what the limit of its group protects, such as a connection of a receiver: another job of the
   * group may start while this one stores its result. It still counts for the queue and its workspace, and
   * a group has at most twice as many jobs as its limit.
   */
  leaveGroup(): void;
  /** Requests another attempt at `runAtMs` (0: immediately) in a transaction, like `completeIn`. */
  retryIn(tx: Handle, runAtMs: number): Promise<void>;
}

/** Returning ends the job. Throwing requests another attempt. */
export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<void>;

export interface QueueOptions<Payload> {
  /** Maximum number of parallel jobs in this process. */
  concurrency: number;
  /** How long an attempt may run without a heartbeat before it counts as dead. */
  leaseMs: number;
  /**
   * The job fails after this many attempts. Attempts that a planned stop interrupted do not count. Those whose process
   * died count unless the queue has a lane.
   */
  maxAttempts: number;
  /** Delay after this many failed attempts. */
  retryDelayMs(failures: number): number;
  /**
   * For work that could end the process. Jobs of queues with the same lane that have lost their process twice run one
   * at a time with nothing of the lane beside them, and fail after three more lost processes.
   */
  lane?: string;
  /** Maximum number of parallel jobs of one group in this process. Read each time. */
  groupConcurrency?(group: string): number;
  /** Groups that share a limited resource, such as a host. Undefined for none. */
  poolOf?(group: string): string | undefined;
  /** Maximum number of parallel jobs of one pool in this process. */
  poolConcurrency?: number;
  /** Called before a job fails. If it throws, it is called again later. */
  onGivenUp?(payload: Payload, error: unknown): Promise<void>;
}

export interface EnqueueOptions {
  /**
   * Jobs of a queue with the same key run one at a time in the order in which they were enqueued. A job that
   * waits for its next attempt, or for `runAtMs`, delays only the rest of its key. Take it late in
   * a transaction: on PostgreSQL other writers of the same key wait from here to the commit.
   */
  orderingKey?: string;
  /** Group whose share of the workers it uses, see `groupConcurrency`. */
  group?: string;
  /** Absent: immediately, whatever the clock says. */
  runAtMs?: number;
  /** Workspace of the job and of its fair share. Absent for work of the service itself, which no workspace sees. */
  workspaceId?: string;
  /** A job whose id is already waiting or running is not added again. */
  id?: string;
}

/** A job fails because its process died too often. */
export class ProcessLostError extends Error {
  override readonly name = 'ProcessLostError';
}

/** Thrown by a handler if another attempt cannot succeed: the job fails at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

/** Another process got the lease while an attempt was still running. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { keepFailedJob } from './failed-job-store.ts';
import { extendLease } from './lease-store.ts';
import {
  type JobContext,
  type JobHandler,
  type JobLog,
  LeaseLostError,
  PermanentJobError,
  ProcessLostError,
  type QueueOptions,
} from './port.ts';
import { finishJob, finishJobs, type JobRow, postponeJob, type Try } from './store.ts';
import { mostLosses } from './suspect-store.ts';
import type { Timer } from './timer.ts';

export interface QueueDefinition {
  name: string;
  handler: JobHandler<unknown>;
  options: QueueOptions<unknown>;
}

interface RunDependencies {
  db: Database;
  clock: Clock;
  timer: Timer;
  log: JobLog;
  processId: string;
  /** Lets another job of the group start. */
  leaveGroup(): void;
}

export interface RunningJob {
  row: JobRow;
  /** Resolves when the attempt is over, with whether its end is known to be recorded. Never rejects. */
  ended: Promise<boolean>;
  /** Ends the attempt because the service stops. The job is released and can be taken elsewhere at once. */
  interrupt(): void;
}

interface Attempt {
  row: JobRow;
  own: Try;
  /** Called after the end of the job is committed. */
  onSettled(): void;
}

const attempts = new WeakMap<JobContext, Attempt>();

/**
 * `completeIn` for several jobs of a queue, in a few statements. Throws if the lease of one of them was lost, which
 * rolls the transaction back.
 */
export const completeAllIn = async (tx: Handle, contexts: readonly JobContext[]): Promise<void> => {
  const ending = contexts.flatMap((context) => attempts.get(context) ?? []);
  const [first] = ending;
  if (!first || contexts.length === 1) {
    for (const context of contexts) await context.completeIn(tx);
    return;
  }
  const finished = await finishJobs(tx, {
    queue: first.row.queue,
    orderingKeys: ending.flatMap(({ row }) => row.ordering_key ?? []),
    ids: ending.map(({ own }) => own.id),
    processId: first.own.processId,
  });
  const attemptOf = new Map(finished.map(({ id, attempt }) => [id, attempt]));
  for (const { own } of ending)
    if (attemptOf.get(own.id) !== own.attempt)
      throw new LeaseLostError(`Job ${own.id} was taken by another process`);
  faultPoint('job-finishing');
  afterCommit(tx, () => {
    for (const { onSettled } of ending) onSettled();
  });
};

/** For operators. The log has the full error. PostgreSQL cannot store NUL, and an error here would lose the end. */
const describe = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500).replaceAll('\0', '\ufffd');

/**
 * Other processes free the leases of a process after 20 s of silence. Its last heartbeat may be older than the lease
 * by several seconds, hence half of that.
 */
const confirmAfterMs = 10_000;

/** Delay before another attempt to record a failure while the database is unavailable. */
const giveUpAgainMs = 60_000;

/**
 * One attempt of one job. Exactly one of these is recorded, and only while the lease is ours: finished, postponed
 * until its next attempt, failed, released. If that cannot be recorded, its process takes the lease
 * again, or the lease expires.
 */
export const runJob = (
  { name, handler, options }: QueueDefinition,
  row: JobRow,
  { db, clock, timer, log, processId, leaveGroup }: RunDependencies,
): RunningJob => {
  const own: Try = { id: row.id, attempt: row.attempt, processId };
  const fields = { queue: name, jobId: row.id, attempt: row.attempt };
  const abort = new AbortController();
  const payload: unknown = JSON.parse(row.payload);
  const hasLane = options.lane !== undefined;
  const triesUsed = row.failures + (hasLane ? 0 : row.losses);
  // A job that ends the process must not run forever.
  const isLostTooOften = hasLane
    ? row.losses >= mostLosses
    : row.losses > 0 && triesUsed >= options.maxAttempts;
  let settled = false;
  let interrupted = false;
  let confirmedMs = timer.elapsedMs();
  const expire = () => abort.abort(new LeaseLostError(`The lease of job ${row.id} ran out`));
  let cancelExpiry = timer.after(options.leaseMs, expire);

  const heartbeat = async (): Promise<boolean> => {
    const beganMs = timer.elapsedMs();
    const kept = !settled && (await extendLease(db.query, own, clock.nowMs() + options.leaseMs));
    if (!kept) expire();
    else if (!abort.signal.aborted) {
      confirmedMs = beganMs;
      cancelExpiry();
      cancelExpiry = timer.after(options.leaseMs, expire);
    }
    return kept;
  };

  const settle = async (tx: Handle, record: Promise<boolean>): Promise<void> => {
    if (!(await record)) throw new LeaseLostError(`Job ${row.id} was taken by another process`);
    faultPoint('job-finishing');
    // Only after the commit, because the end may be rolled back.
    afterCommit(tx, () => {
      settled = true;
    });
  };

  const context: JobContext = {
    id: row.id,
    workspaceId: row.workspace_id,
    attempt: row.attempt,
    signal: abort.signal,
    heartbeat,
    requireLease: async () => {
      if (timer.elapsedMs() - confirmedMs >= confirmAfterMs) await heartbeat();
      abort.signal.throwIfAborted();
    },
    leaveGroup,
    completeIn: (tx) => settle(tx, finishJob(tx, row, own)),
    retryIn: (tx, runAtMs) => settle(tx, postponeJob(tx, own, { nowMs: clock.nowMs(), runAtMs })),
  };

  attempts.set(context, {
    row,
    own,
    onSettled: () => {
      settled = true;
    },
  });

  const giveUp = async (error: unknown): Promise<void> => {
    log.error({ ...fields, error }, 'job failed after its last attempt');
    try {
      await options.onGivenUp?.(payload, error);
    } catch (failure) {
      log.error({ ...fields, error: failure }, 'a job could not be moved to the failed jobs');
      const nowMs = clock.nowMs();
      const postponement = { nowMs, runAtMs: nowMs + giveUpAgainMs, error: describe(error) };
      return db.transaction((tx) => settle(tx, postponeJob(tx, own, postponement)));
    }
    await db.transaction(async (tx) => {
      await context.completeIn(tx);
      await keepFailedJob(tx, row, describe(error), clock.nowMs());
    });
  };

  const afterFailure = async (error: unknown): Promise<void> => {
    if (interrupted) return db.transaction((tx) => context.retryIn(tx, 0));
    if (error instanceof PermanentJobError || triesUsed + 1 >= options.maxAttempts) return giveUp(error);
    const delayMs = options.retryDelayMs(triesUsed + 1);
    log.warn({ ...fields, error, delayMs }, 'job failed and will be retried');
    const nowMs = clock.nowMs();
    const postponement = { nowMs, runAtMs: nowMs + delayMs, error: describe(error) };
    await db.transaction((tx) => settle(tx, postponeJob(tx, own, postponement)));
  };

  const tryOnce = async (): Promise<void> => {
    if (isLostTooOften)
      return giveUp(new ProcessLostError(`The process ended during ${row.losses} attempts`));
    // An earlier attempt to record the failure failed.
    if (triesUsed >= options.maxAttempts)
      return giveUp(new Error(row.last_error ?? 'The job failed too often'));
    try {
      await handler(payload, context);
    } catch (error) {
      if (!settled) await afterFailure(error);
      else log.warn({ ...fields, error }, 'job failed after it was recorded');
      return;
    }
    if (!settled) await db.transaction((tx) => context.completeIn(tx));
  };

  const run = async (): Promise<boolean> => {
    try {
      await tryOnce();
      return true;
    } catch (error) {
      log.warn({ ...fields, error }, 'the end of a job could not be recorded');
      return false;
    } finally {
      faultPoint('job-finished');
      cancelExpiry();
    }
  };

  return {
    row,
    ended: run(),
    interrupt: () => {
      interrupted = true;
      abort.abort(new Error('The service is stopping'));
    },
  };
};

import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import { createInspectJobs } from './inspect-jobs.ts';
import { createLane, type Lane } from './lane.ts';
import { releaseLeases, releaseLost } from './lease-store.ts';
import { createLeaseWatch } from './lease-watch.ts';
import type { EnqueueOptions, JobHandler, JobLog, QueueOptions } from './port.ts';
import { createQueueRunner, type QueueRunner } from './queue-runner.ts';
import type { QueueDefinition } from './run-job.ts';
import { countJobs, insertJob, makeJobDue, makeJobsDue, restartWaits } from './store.ts';
import { systemTimer, type Timer } from './timer.ts';

interface JobsDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  /** Id of this process in leases: the registry's id, if there is one. */
  processId?: string;
  timer?: Timer;
  /** Maximum delay until a job of another process is noticed. */
  pollMs?: number;
}

/** Interval at which expired leases are searched. */
const leaseCheckMs = 5000;

/** A smaller step back of the clock cannot be distinguished from small differences between processes. */
const clockToleranceMs = 10_000;

/** With SQLite there is one process, which is notified of everything. The poll only guards against clock changes. */
const defaultPollMs = { sqlite: 30_000, postgres: 1000 };

/**
 * Durable jobs in a table, the same on both databases.
 *
 * | State | Columns | Next state |
 * |---|---|---|
 * | waiting for its key | waits_for_key 1 | ready, when the job before it has finished or failed |
 * | postponed | waits_for_key 0, no lease, run_at a time | ready (run_at 0) at that time |
 * | ready | waits_for_key 0, no lease, run_at 0 | running, in fair order of the keys |
 * | running | leased_by, leased_until | deleted (finished, failed) · postponed (for a retry) · ready (the lease expired, the process died or stopped, or it does not know that it has the lease) |
 * | suspect | ready, losses 2 or more, in a queue with a lane | running, alone: see createLane |
 *
 * Whether a job can start, and its lease, never depend on the wall clock, see createLeaseWatch. If the clock
 * is set back, the delay of postponed jobs starts again instead of waiting until the clock has caught up.
 *
 * A job runs at least once. What it writes with `completeIn` is written exactly once.
 */
export const createJobs = ({
  db,
  clock,
  log,
  processId = newId(),
  timer = systemTimer,
  pollMs = defaultPollMs[db.kind],
}: JobsDependencies) => {
  const queues = new Map<string, QueueDefinition>();
  const runners = new Map<string, QueueRunner>();
  let cancelLeaseCheck = (): void => {};
  let started = false;

  const wake = (queue: string): void => runners.get(queue)?.wake();

  /** One after the other: all at once would open a connection per queue, now and at every poll. */
  const wakeAll = async (): Promise<void> => {
    for (const runner of runners.values()) {
      runner.wake();
      await runner.lookedOnce;
    }
  };

  const runningIds = (): Set<string> =>
    new Set([...runners.values()].flatMap((runner) => [...runner.running()].map((job) => job.row.id)));

  const freeExpired = createLeaseWatch({
    db,
    timer,
    leaseMsOf: (queue) => queues.get(queue)?.options.leaseMs,
  });

  /** The wall clock minus the elapsed time: changes only when the clock is set. */
  const clockOffsetMs = (): number => clock.nowMs() - timer.elapsedMs();
  let knownOffsetMs = Number.POSITIVE_INFINITY;

  const followClock = async (): Promise<void> => {
    const offsetMs = clockOffsetMs();
    const wasSetBack = offsetMs < knownOffsetMs - clockToleranceMs;
    if (wasSetBack)
      for (const queue of await restartWaits(db.query, clock.nowMs(), clockToleranceMs)) wake(queue);
    knownOffsetMs = offsetMs;
  };

  const checkLeases = async (): Promise<void> => {
    try {
      const here = runningIds();
      for (const queue of await freeExpired((id) => here.has(id))) wake(queue);
      await followClock();
    } catch (error) {
      log.error({ error }, 'checking leases failed');
    }
    if (started) cancelLeaseCheck = timer.after(leaseCheckMs, () => void checkLeases());
  };

  return {
    /** Call it before `start`. A process runs only the queues it defines, and may enqueue into any. */
    define: <Payload>(queue: string, handler: JobHandler<Payload>, options: QueueOptions<Payload>): void => {
      if (started) throw new Error(`Queue ${queue} must be defined before the jobs are started`);
      queues.set(queue, {
        name: queue,
        handler: handler as JobHandler<unknown>,
        options: options as QueueOptions<unknown>,
      });
    },

    /** Part of the caller's transaction: the job exists exactly if its data exists. */
    enqueue: async (
      tx: Handle,
      queue: string,
      payload: unknown,
      { orderingKey, group = '', runAtMs, id, workspaceId }: EnqueueOptions = {},
    ): Promise<string> => {
      const nowMs = clock.nowMs();
      const jobId = id ?? newId(nowMs);
      const job = {
        id: jobId,
        queue,
        orderingKey: orderingKey ?? null,
        groupKey: group,
        workspaceId: workspaceId ?? null,
      };
      const times = { runAtMs: runAtMs ?? 0, nowMs };
      await insertJob(tx, { ...job, ...times, payload: JSON.stringify(payload ?? null) });
      faultPoint('job-enqueuing');
      afterCommit(tx, () => wake(queue));
      return jobId;
    },

    /** Lets a postponed job start now. It keeps its place within its key. */
    runNow: async (tx: Handle, id: string): Promise<void> => {
      const queue = await makeJobDue(tx, id);
      if (queue !== undefined) afterCommit(tx, () => wake(queue));
    },

    /** The same for many jobs. */
    runAllNow: async (tx: Handle, ids: readonly string[]): Promise<void> => {
      for (const queue of await makeJobsDue(tx, ids)) afterCommit(tx, () => wake(queue));
    },

    start: async (): Promise<void> => {
      started = true;
      // The folder lock guarantees a single process on SQLite: the owners of these leases are dead.
      if (db.kind === 'sqlite') await releaseLost(db.query, 'all');
      // The clock may have been set back while no process ran.
      await followClock();
      const lanes = new Map<string, Lane>();
      for (const queue of queues.values()) {
        const { lane: name } = queue.options;
        const lane = name === undefined ? undefined : (lanes.get(name) ?? createLane());
        if (name !== undefined && lane) lanes.set(name, lane);
        runners.set(queue.name, createQueueRunner(queue, { db, clock, timer, log, processId, pollMs, lane }));
      }
      void wakeAll();
      cancelLeaseCheck = timer.after(leaseCheckMs, () => void checkLeases());
    },

    /** Starts nothing new, gives running jobs `graceMs` to end, then interrupts and releases them. */
    stop: async ({ graceMs }: { graceMs: number }): Promise<void> => {
      started = false;
      cancelLeaseCheck();
      await Promise.all([...runners.values()].map((runner) => runner.pause()));
      const rest = () => [...runners.values()].flatMap((runner) => [...runner.running()]);
      const ended = () => Promise.all(rest().map((job) => job.ended));
      const waitAtMost = (limitMs: number) =>
        new Promise<void>((resolve) => {
          const cancel = timer.after(limitMs, resolve);
          void ended().then(() => {
            cancel();
            resolve();
          });
        });
      await waitAtMost(graceMs);
      for (const job of rest()) job.interrupt();
      await waitAtMost(interruptMs);
      if (rest().length > 0) await releaseLeases(db.query, processId);
    },

    /** Frees the jobs of a dead process without waiting for their leases to expire. */
    releaseLeasesOf: async (deadProcessId: string): Promise<void> => {
      const freed = await releaseLost(db.query, { processId: deadProcessId });
      faultPoint('leases-freed');
      for (const queue of freed) wake(queue);
    },

    ...createInspectJobs({ db, clock, wake }),

    /** Looks into the queue now, for jobs of another process. */
    wake,
    /** Number of waiting and running jobs. */
    count: (queue: string): Promise<number> => countJobs(db.query, queue),
    /** Resolves when nothing runs here and nothing is due. Postponed jobs may be left. */
    idle: async (): Promise<void> => {
      const all = [...runners.values()];
      const startedSoFar = (): number => all.reduce((sum, runner) => sum + runner.startedCount(), 0);
      // The last job of one queue may enqueue into a queue that was already idle, and that looks for it now.
      for (let before = -1; before !== startedSoFar() || all.some((runner) => runner.isBusy()); ) {
        before = startedSoFar();
        await Promise.all(all.map((runner) => runner.idle()));
      }
    },
  };
};

/** Grace period for interrupted jobs. */
const interruptMs = 2000;

export type Jobs = ReturnType<typeof createJobs>;

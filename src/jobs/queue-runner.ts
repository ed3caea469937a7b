import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { JobLog } from './port.ts';
import { type QueueDefinition, type RunningJob, runJob } from './run-job.ts';
import { type JobRow, leaseJobs, nextRunAt, selectDue } from './store.ts';
import type { Timer } from './timer.ts';

interface RunnerDependencies {
  db: Database;
  clock: Clock;
  timer: Timer;
  log: JobLog;
  processId: string;
  /** Longest time without looking: bounds what a missed wake-up or a clock that was set back can cost. */
  pollMs: number;
}

export interface QueueRunner {
  /** Something may be ready: look as soon as possible. Any number of calls cost one look. */
  wake(): void;
  /** Starts no further job; resolves when none can be about to start any more. */
  pause(): Promise<void>;
  running(): Iterable<RunningJob>;
  /** Resolves when nothing runs and nothing is due. */
  idle(): Promise<void>;
}

const afterErrorMs = 1000;

/**
 * Keeps one queue busy. It looks into the table when it is woken (something was enqueued or has ended), and
 * sleeps until the next job's time otherwise, so an idle queue costs one small query per `pollMs`.
 */
export const createQueueRunner = (queue: QueueDefinition, dependencies: RunnerDependencies): QueueRunner => {
  const { db, clock, timer, log, processId, pollMs } = dependencies;
  const { concurrency, groupConcurrency, leaseMs } = queue.options;
  const running = new Map<string, RunningJob>();
  const runningByGroup = new Map<string, number>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let paused = false;
  let cancelTimer = (): void => {};
  let onIdle: (() => void)[] = [];

  const roomIn = (group: string): number =>
    group === '' || !groupConcurrency
      ? Number.POSITIVE_INFINITY
      : groupConcurrency(group) - (runningByGroup.get(group) ?? 0);
  const fullGroups = (): string[] => [...runningByGroup.keys()].filter((group) => roomIn(group) <= 0);

  /** Of the due jobs, as many as there is room for; the groups that got full are named. */
  const choose = (due: JobRow[], room: number, taken: Map<string, number>, full: Set<string>): JobRow[] => {
    const chosen: JobRow[] = [];
    for (const row of due) {
      if (chosen.length === room) break;
      const ofGroup = taken.get(row.group_key) ?? 0;
      if (ofGroup >= roomIn(row.group_key)) {
        full.add(row.group_key);
        continue;
      }
      taken.set(row.group_key, ofGroup + 1);
      chosen.push(row);
    }
    return chosen;
  };

  const claim = (): Promise<JobRow[]> =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const claimed: JobRow[] = [];
      const taken = new Map<string, number>();
      const full = new Set(fullGroups());
      for (;;) {
        const room = concurrency - running.size - claimed.length;
        if (room <= 0) break;
        const due = await selectDue(tx, db.kind, {
          queue: queue.name,
          nowMs,
          limit: room,
          withoutGroups: [...full],
        });
        const fullBefore = full.size;
        const chosen = choose(due, room, taken, full);
        if (chosen.length > 0)
          await leaseJobs(
            tx,
            chosen.map((row) => row.sequence),
            { by: processId, untilMs: nowMs + leaseMs },
          );
        claimed.push(...chosen);
        // Only jobs of full groups can have hidden others from us; without those we have seen all.
        if (due.length < room || full.size === fullBefore) break;
      }
      return claimed.map((row) => ({ ...row, attempt: row.attempt + 1 }));
    });

  const start = (row: JobRow): void => {
    const job = runJob(queue, row, { db, clock, timer, log, processId });
    running.set(row.id, job);
    runningByGroup.set(row.group_key, (runningByGroup.get(row.group_key) ?? 0) + 1);
    void job.ended.then(() => {
      running.delete(row.id);
      const left = (runningByGroup.get(row.group_key) ?? 1) - 1;
      if (left === 0) runningByGroup.delete(row.group_key);
      else runningByGroup.set(row.group_key, left);
      wake();
    });
  };

  const sleepUntilNext = async (): Promise<void> => {
    const runAtMs =
      running.size < concurrency ? await nextRunAt(db.query, queue.name, fullGroups()) : undefined;
    if (lookAgain || paused) return;
    const waitMs = runAtMs === undefined ? pollMs : Math.min(pollMs, Math.max(1, runAtMs - clock.nowMs()));
    cancelTimer = timer.after(waitMs, wake);
  };

  const look = async (): Promise<void> => {
    while (lookAgain && !paused) {
      lookAgain = false;
      cancelTimer();
      try {
        if (running.size < concurrency) for (const row of await claim()) start(row);
        if (!lookAgain) await sleepUntilNext();
      } catch (error) {
        log.error({ queue: queue.name, error }, 'looking for jobs failed');
        cancelTimer = timer.after(Math.min(afterErrorMs, pollMs), wake);
      }
    }
    looking = undefined;
    if (running.size > 0 && !paused) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
  };

  const wake = (): void => {
    if (paused) return;
    lookAgain = true;
    looking ??= look();
  };

  return {
    wake,
    pause: async () => {
      paused = true;
      cancelTimer();
      await looking;
    },
    running: () => running.values(),
    idle: async () => {
      if (paused) return;
      await new Promise<void>((resolve) => {
        onIdle.push(resolve);
        wake();
      });
    },
  };
};

import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { createOrphanedLeases } from './orphaned-leases.ts';
import type { JobLog } from './port.ts';
import { type QueueDefinition, type RunningJob, runJob } from './run-job.ts';
import { type DueJob, type JobRow, leaseJobs, nextRunAt, selectDue } from './store.ts';
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
  /** Resolves when the first look is over, however busy the queue is from then on. */
  lookedOnce: Promise<void>;
  /** Starts no further job; resolves when none can be about to start any more. */
  pause(): Promise<void>;
  running(): Iterable<RunningJob>;
  /** How many jobs were started so far. */
  startedCount(): number;
  /** Resolves when nothing runs and nothing is due. */
  idle(): Promise<void>;
}

const afterErrorMs = 1000;
const biteSize = 32;

/**
 * Keeps one queue busy. It looks into the table when it is woken (something was enqueued or has ended), and
 * sleeps until the next job's time otherwise, so an idle queue costs one small query per `pollMs`.
 */
export const createQueueRunner = (queue: QueueDefinition, dependencies: RunnerDependencies): QueueRunner => {
  const { db, clock, timer, log, processId, pollMs } = dependencies;
  const { concurrency, groupConcurrency, leaseMs } = queue.options;
  const running = new Map<string, RunningJob>();
  const runningByGroup = new Map<string, number>();
  const orphaned = createOrphanedLeases({ db, clock, processId, queue: queue.name, leaseMs });
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let paused = false;
  let startedCount = 0;
  let cancelTimer = (): void => {};
  let onIdle: (() => void)[] = [];
  const firstLook = Promise.withResolvers<void>();

  const roomIn = (group: string): number =>
    group === '' || !groupConcurrency
      ? Number.POSITIVE_INFINITY
      : groupConcurrency(group) - (runningByGroup.get(group) ?? 0);
  const fullGroups = (): string[] => [...runningByGroup.keys()].filter((group) => roomIn(group) <= 0);

  /** Of the due jobs, those there is room for; the groups that got full are named. */
  const choose = (due: DueJob[], taken: Map<string, number>, full: Set<string>): DueJob[] =>
    due.filter(({ group_key: group }) => {
      const ofGroup = taken.get(group) ?? 0;
      const fits = ofGroup < roomIn(group);
      if (fits) taken.set(group, ofGroup + 1);
      else full.add(group);
      return fits;
    });

  const claim = (): Promise<JobRow[]> =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const claimed: JobRow[] = [];
      const taken = new Map<string, number>();
      const full = new Set(fullGroups());
      for (;;) {
        // In small bites: one group may have thousands due and room for one.
        const limit = Math.min(biteSize, concurrency - running.size - claimed.length);
        if (limit <= 0) break;
        const due = await selectDue(tx, db.kind, {
          queue: queue.name,
          nowMs,
          limit,
          withoutGroups: [...full],
        });
        const chosen = choose(due, taken, full);
        if (chosen.length > 0)
          claimed.push(...(await leaseJobs(tx, chosen, { by: processId, untilMs: nowMs + leaseMs })));
        if (due.length < limit) break;
      }
      return claimed.sort((a, b) => a.run_at - b.run_at || a.sequence - b.sequence);
    });

  const start = (row: JobRow): void => {
    // Others took us for dead and freed it, and we took it again: the next try begins when this one is over.
    if (running.has(row.id)) return;
    const job = runJob(queue, row, { db, clock, timer, log, processId });
    running.set(row.id, job);
    startedCount += 1;
    runningByGroup.set(row.group_key, (runningByGroup.get(row.group_key) ?? 0) + 1);
    void job.ended.then((recorded) => {
      running.delete(row.id);
      if (!recorded) orphaned.suspectTry(row);
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
        await orphaned.takeUp((id) => running.has(id));
        const claimed = running.size < concurrency ? await claim() : [];
        if (claimed.length > 0) faultPoint('job-leased');
        for (const row of claimed) start(row);
        if (!lookAgain) await sleepUntilNext();
      } catch (error) {
        log.error({ queue: queue.name, error }, 'looking for jobs failed');
        orphaned.suspect();
        cancelTimer = timer.after(Math.min(afterErrorMs, pollMs), wake);
      }
      firstLook.resolve();
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
    lookedOnce: firstLook.promise,
    pause: async () => {
      paused = true;
      cancelTimer();
      await looking;
    },
    running: () => running.values(),
    startedCount: () => startedCount,
    idle: async () => {
      if (paused) return;
      await new Promise<void>((resolve) => {
        onIdle.push(resolve);
        wake();
      });
    },
  };
};

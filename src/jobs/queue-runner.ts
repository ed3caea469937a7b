import { type Database, type Handle, sideBySide } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import {
  leaseJobs,
  listReadyKeys,
  markJobsReady,
  nextRunAt,
  type ReadyJob,
  selectReady,
} from './claim-store.ts';
import type { Lane } from './lane.ts';
import { createOrphanedLeases } from './orphaned-leases.ts';
import type { JobLog } from './port.ts';
import { type QueueDefinition, type RunningJob, runJob } from './run-job.ts';
import { createSlots } from './slots.ts';
import type { JobRow } from './store.ts';
import { findSuspect, type Suspect, selectSuspect } from './suspect-store.ts';
import type { Timer } from './timer.ts';

interface RunnerDependencies {
  db: Database;
  clock: Clock;
  timer: Timer;
  log: JobLog;
  processId: string;
  /** Maximum time between two looks: limits the effect of a missed wake-up or a clock that was set back. */
  pollMs: number;
  /** The lane of the queue, if it has one. */
  lane: Lane | undefined;
}

export interface QueueRunner {
  /** Something may be ready: look as soon as possible. Several calls cause one look. */
  wake(): void;
  /** Resolves after the first look, however busy the queue is then. */
  lookedOnce: Promise<void>;
  /** Starts no further job. Resolves when none is about to start. */
  pause(): Promise<void>;
  running(): Iterable<RunningJob>;
  /** Number of jobs started so far. */
  startedCount(): number;
  /** Looks for jobs, or runs some. */
  isBusy(): boolean;
  /** Resolves when nothing runs and nothing is due. */
  idle(): Promise<void>;
}

const afterErrorMs = 1000;
const biteSize = 32;
/** Maximum number of fair keys per look. With more keys the next look continues where this one ended. */
const keysAtOnce = 64;

/**
 * Runs the jobs of one queue. It reads the table when it is woken (something was enqueued or has ended), and
 * otherwise sleeps until the next job is due, so an idle queue costs one small query per `pollMs`.
 */
export const createQueueRunner = (queue: QueueDefinition, dependencies: RunnerDependencies): QueueRunner => {
  const { db, clock, timer, log, processId, pollMs, lane } = dependencies;
  const { leaseMs } = queue.options;
  const running = new Map<string, RunningJob>();
  const slots = createSlots(queue.options);
  const orphaned = createOrphanedLeases({ db, clock, timer, processId, queue: queue.name, leaseMs });
  let nextKey = '';
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let paused = false;
  let startedCount = 0;
  let cancelTimer = (): void => {};
  let onIdle: (() => void)[] = [];
  const firstLook = Promise.withResolvers<void>();

  /** Keys to look at: from `nextKey` on, and after the last from the first again. */
  const keysInFairOrder = async (): Promise<string[]> => {
    const keysFrom = async (fromKey: string, limit: number): Promise<string[]> =>
      (await listReadyKeys(db.query, { queue: queue.name, fromKey, limit })).map((row) => row.fair_key);
    const keys = await keysFrom(nextKey, keysAtOnce);
    const isWhole = keys.length < keysAtOnce;
    if (isWhole && nextKey !== '') {
      const others = await keysFrom('', keysAtOnce - keys.length);
      keys.push(...others.filter((key) => !keys.includes(key)));
    }
    nextKey = isWhole ? '' : keys.at(-1)!;
    return keys;
  };

  const newLease = () => ({ by: processId, untilMs: clock.nowMs() + leaseMs });

  /** A lease is sent together with the next statement, or with the commit. */
  const claimIn = async (tx: Handle, keys: readonly string[], taken: ReadyJob[]): Promise<JobRow[]> => {
    const leases: Promise<JobRow[]>[] = [];
    const full = new Set(slots.fullGroups());
    let waiting = [...keys];
    try {
      while (slots.free() > 0 && waiting.length > 0) {
        waiting = slots.inFairOrder(waiting);
        const fairKeys = waiting.slice(0, slots.free());
        // In small batches, because one group may have thousands ready and room for one.
        const limit = Math.min(biteSize, Math.ceil(slots.free() / fairKeys.length));
        const withoutSuspects = lane !== undefined;
        const wanted = { queue: queue.name, fairKeys, limit, withoutGroups: [...full], withoutSuspects };
        const ready = await selectReady(tx, wanted);
        const chosen = slots.take(ready, full);
        taken.push(...chosen);
        const found = Map.groupBy(ready, (job) => job.fair_key);
        const isLeft = (key: string) => !fairKeys.includes(key) || found.get(key)?.length === limit;
        waiting = waiting.filter((key) => isLeft(key) && slots.hasRoomForKey(key));
        const isLast = slots.free() === 0 || waiting.length === 0;
        if (chosen.length > 0) leases.push(leaseJobs(tx, chosen, { ...newLease(), isLast }));
      }
    } finally {
      // Also if reading failed: a statement must not run after the end of its transaction.
      await Promise.allSettled(leases);
    }
    const claimed = (await Promise.all(leases)).flat();
    const positionOf = new Map(taken.map((job, position) => [job.sequence, position]));
    return claimed.sort((a, b) => positionOf.get(a.sequence)! - positionOf.get(b.sequence)!);
  };

  const isAtWork = ({ sequence }: ReadyJob): boolean =>
    running.values().some((job) => job.row.sequence === sequence);

  const claimSuspectIn = async (tx: Handle, suspect: Suspect, taken: ReadyJob[]): Promise<JobRow[]> => {
    taken.push(...slots.take(await selectSuspect(tx, suspect), new Set()));
    return taken.length > 0 ? leaseJobs(tx, taken, { ...newLease(), isLast: true }) : [];
  };

  const claim = async (
    claimWith: (tx: Handle, taken: ReadyJob[]) => Promise<JobRow[]>,
  ): Promise<JobRow[]> => {
    const taken: ReadyJob[] = [];
    try {
      const claimed = await db.transaction((tx) => claimWith(tx, taken));
      if (claimed.length > 0) faultPoint('job-leased');
      return claimed;
    } catch (error) {
      for (const job of taken) if (!isAtWork(job)) slots.giveBack(job);
      throw error;
    }
  };

  const claimReady = async (): Promise<JobRow[]> => {
    const keys = await keysInFairOrder();
    return keys.length > 0 ? claim((tx, taken) => claimIn(tx, keys, taken)) : [];
  };

  const startReady = async (): Promise<void> => {
    if (!lane) {
      for (const row of await claimReady()) start(row);
      return;
    }
    await lane.claim(queue.name, {
      findSuspect: (queues) => findSuspect(db.query, queues),
      claimSuspect: (suspect) => claim((tx, taken) => claimSuspectIn(tx, suspect, taken)),
      claim: claimReady,
      start,
    });
  };

  /** Jobs that become due are marked meanwhile, and may be found only by the next look. */
  const claimAndStart = async (): Promise<void> => {
    if (slots.free() === 0) return;
    const [marked] = await sideBySide([
      markJobsReady(db.query, { queue: queue.name, nowMs: clock.nowMs() }),
      startReady(),
    ]);
    if (marked.length > 0) lookAgain = true;
  };

  const start = (row: JobRow): void => {
    // Others considered this process dead and freed the job, which was claimed again: the attempt starts later.
    if (running.has(row.id)) return;
    const leaveGroup = (): void => {
      slots.leaveGroup(row);
      wake();
    };
    const job = runJob(queue, row, { db, clock, timer, log, processId, leaveGroup });
    running.set(row.id, job);
    startedCount += 1;
    lane?.started();
    void job.ended.then((recorded) => {
      running.delete(row.id);
      if (!recorded) orphaned.suspectTry(row);
      slots.giveBack(row);
      lane?.ended();
      wake();
    });
  };

  const sleepUntilNext = async (): Promise<void> => {
    const runAtMs = slots.free() > 0 ? await nextRunAt(db.query, queue.name) : undefined;
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
        await claimAndStart();
        if (!lookAgain) await sleepUntilNext();
      } catch (error) {
        log.error({ queue: queue.name, error }, 'reading due jobs failed');
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

  lane?.join({ name: queue.name, wake });

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
    isBusy: () => !paused && (looking !== undefined || running.size > 0),
    idle: async () => {
      if (paused) return;
      await new Promise<void>((resolve) => {
        onIdle.push(resolve);
        wake();
      });
    },
  };
};

import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { handBackJob, listHeld } from './lease-store.ts';
import { type JobRow, postponeJob } from './store.ts';
import type { Timer } from './timer.ts';

interface OrphanedLeasesDependencies {
  db: Database;
  clock: Clock;
  timer: Pick<Timer, 'elapsedMs'>;
  processId: string;
  queue: string;
  leaseMs: number;
}

const firstDelayMs = 1000;

/**
 * Leases of this process that it does not work on: the database broke before we heard that a job was ours, or
 * before the end of a try was recorded. They name a process that lives, so nobody else would free them before
 * they run out.
 *
 * A commit may happen after its answer was given up for lost. So we look for as long as a lease lasts; what
 * comes later than that has run out by itself.
 */
export const createOrphanedLeases = ({
  db,
  clock,
  timer,
  processId,
  queue,
  leaseMs,
}: OrphanedLeasesDependencies) => {
  const ended = new Map<string, { attempt: number; againAtMs: number }>();
  let doubtUntilMs = Number.NEGATIVE_INFINITY;

  const suspect = (): void => {
    doubtUntilMs = timer.elapsedMs() + leaseMs;
  };

  return {
    /** A look failed: what it leased may be leased all the same. */
    suspect,

    /**
     * A try is over and we could not record it. Where that is the job's own fault it must not spin: each try waits
     * twice as long as the one before, and no longer than its lease would have lasted.
     */
    suspectTry: ({ id, attempt }: JobRow): void => {
      suspect();
      const delayMs = Math.min(leaseMs, firstDelayMs * 2 ** (attempt - 1));
      ended.set(id, { attempt, againAtMs: timer.elapsedMs() + delayMs });
    },

    /** Not to be called while a look may be leasing: what it leases is not running yet. */
    takeUp: async (isRunning: (id: string) => boolean): Promise<void> => {
      const elapsedMs = timer.elapsedMs();
      if (elapsedMs > doubtUntilMs) {
        ended.clear();
        return;
      }
      for (const { id, attempt } of await listHeld(db.query, queue, processId)) {
        if (isRunning(id)) continue;
        const own = { id, attempt, processId };
        const known = ended.get(id);
        // A try that never began is not counted: an outage must not use up what the job has.
        if (known?.attempt === attempt) {
          const nowMs = clock.nowMs();
          const runAtMs = nowMs + Math.max(0, known.againAtMs - elapsedMs);
          await postponeJob(db.query, own, { nowMs, runAtMs });
        } else await handBackJob(db.query, own);
      }
    },
  };
};

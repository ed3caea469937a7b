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
 * Leases of this process for jobs that it does not run: the connection broke before we knew that a job was ours, or
 * before the end of an attempt was recorded. They belong to a live process, so no other would free them before
 * they expire.
 *
 * A commit may happen after its answer was lost. So we look for as long as a lease lasts. Later
 * leases have expired.
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
    /** A look failed: its jobs may be leased anyway. */
    suspect,

    /**
     * The end of an attempt could not be recorded. If the job is the cause it must not repeat quickly: each waits
     * twice as long as the one before, at most as long as a lease.
     */
    suspectTry: ({ id, attempt }: JobRow): void => {
      suspect();
      const delayMs = Math.min(leaseMs, firstDelayMs * 2 ** (attempt - 1));
      ended.set(id, { attempt, againAtMs: timer.elapsedMs() + delayMs });
    },

    /** Not to be called while a look may be leasing: its jobs are not running yet. */
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
        // An attempt that never started does not count: an outage must not use up the attempts.
        if (known?.attempt === attempt) {
          const nowMs = clock.nowMs();
          const runAtMs = nowMs + Math.max(0, known.againAtMs - elapsedMs);
          await postponeJob(db.query, own, { nowMs, runAtMs });
        } else await handBackJob(db.query, own);
      }
    },
  };
};

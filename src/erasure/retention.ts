import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

interface RetentionDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  /** By name. Each removes data whose retention time is over. */
  sweeps: Record<string, (nowMs: number) => Promise<unknown>>;
}

const queue = 'retention';
const everyMs = 24 * 60 * 60 * 1000;
const retryMs = 60 * 60 * 1000;

/**
 * Runs once a day, in any process. The job reschedules itself instead of ending: so it also runs in a service that is
 * restarted every few hours, and only once with several processes.
 */
export const createRetention = ({ db, clock, log, jobs, sweeps }: RetentionDependencies) => {
  jobs.define(
    queue,
    async (_payload, { retryIn, heartbeat }) => {
      for (const [name, sweep] of Object.entries(sweeps)) {
        // A failing sweep must not prevent the others.
        await sweep(clock.nowMs()).catch((err) =>
          log.error({ err, sweep: name }, 'deleting expired data failed'),
        );
        await heartbeat();
      }
      await db.transaction((tx) => retryIn(tx, clock.nowMs() + everyMs));
    },
    {
      concurrency: 1,
      leaseMs: 600_000,
      maxAttempts: Number.POSITIVE_INFINITY,
      retryDelayMs: () => retryMs,
    },
  );

  return {
    start: (): Promise<unknown> => db.transaction((tx) => jobs.enqueue(tx, queue, null, { id: queue })),
  };
};

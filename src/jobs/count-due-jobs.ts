import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

export interface DueJobs {
  queue: string;
  count: number;
  /** Start time of the job that has waited longest. */
  oldestAtMs: number;
}

/** Due jobs of all workspaces that no process has taken, by queue. */
export const countDueJobs = async (db: Handle, nowMs: number): Promise<DueJobs[]> => {
  const dueSince = sql<number>`case when run_at = 0 then waits_since else run_at end`;
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['queue', eb.fn.countAll<number>().as('count'), eb.fn.min<number>(dueSince).as('oldest')])
    .where('waits_for_key', '=', 0)
    .where('leased_by', 'is', null)
    .where('run_at', '<=', nowMs)
    .groupBy('queue')
    .execute();
  return rows.map(({ queue, count, oldest }) => ({
    queue,
    count: Number(count),
    oldestAtMs: Number(oldest),
  }));
};

import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import { type FailedJobRow, sweepFailedJobs, takeFailedJob } from './failed-job-store.ts';
import { countJobs, isIdleJob, type JobState, listFailedJobs, listLiveJobs } from './inspect-store.ts';
import { insertJob, type JobRow, makeJobDue } from './store.ts';

export interface SeenJob {
  id: string;
  queue: string;
  state: JobState;
  attempts: number;
  /** Error of the newest failed attempt. */
  error: string | null;
  /** Ids in its payload, such as documentId. Nothing else of it is shown. */
  about: Record<string, string>;
  createdAtMs: number;
  /** Time of the next attempt, or of the failure. */
  atMs: number;
}

export type QueueCounts = { queue: string } & Record<JobState, number>;

interface InspectDependencies {
  db: Database;
  clock: Clock;
  wake(queue: string): void;
}

interface Page {
  offset: number;
  limit: number;
}

/** Only ids, because a payload may contain private data. */
const namesIn = (payload: string): Record<string, string> => {
  const value: unknown = JSON.parse(payload);
  if (value === null || typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] =>
        entry[0].endsWith('Id') && typeof entry[1] === 'string' && isId(entry[1]),
    ),
  );
};

/** The jobs of a workspace, for operators. */
export const createInspectJobs = ({ db, clock, wake }: InspectDependencies) => {
  const countsOf = async (workspaceId: string): Promise<QueueCounts[]> => {
    const byQueue = new Map<string, QueueCounts>();
    for (const row of await countJobs(db.query, workspaceId, clock.nowMs())) {
      const counts = byQueue.get(row.queue) ?? {
        queue: row.queue,
        waiting: 0,
        delayed: 0,
        running: 0,
        failed: 0,
      };
      counts[row.state] = row.total;
      byQueue.set(row.queue, counts);
    }
    return [...byQueue.values()].sort((a, b) => a.queue.localeCompare(b.queue));
  };

  const seen = (row: JobRow & { state: JobState }): SeenJob => ({
    id: row.id,
    queue: row.queue,
    state: row.state,
    attempts: row.attempt,
    error: row.last_error,
    about: namesIn(row.payload),
    createdAtMs: row.created_at,
    atMs: row.run_at === 0 ? row.waits_since : row.run_at,
  });

  const seenFailed = (row: FailedJobRow): SeenJob => ({
    id: row.id,
    queue: row.queue,
    state: 'failed',
    attempts: row.attempts,
    error: row.error,
    about: namesIn(row.payload),
    createdAtMs: row.created_at,
    atMs: row.failed_at,
  });

  /** Failed: starts again. Delayed: runs now. False: there is no such job, or it is running. */
  const retryIn = async (tx: Handle, workspaceId: string, id: string): Promise<boolean> => {
    const failed = await takeFailedJob(tx, workspaceId, id);
    if (failed) {
      const { queue, ordering_key: orderingKey, group_key: groupKey, payload } = failed;
      const job = { id, queue, orderingKey, groupKey, payload, workspaceId };
      await insertJob(tx, { ...job, runAtMs: 0, nowMs: clock.nowMs() });
      afterCommit(tx, () => wake(queue));
      return true;
    }
    const queue = (await isIdleJob(tx, workspaceId, id)) ? await makeJobDue(tx, id) : undefined;
    if (queue === undefined) return false;
    afterCommit(tx, () => wake(queue));
    return true;
  };

  return {
    countsOf,
    listOf: async (
      workspaceId: string,
      { state, queue }: { state: JobState; queue?: string },
      page: Page,
    ): Promise<SeenJob[]> => {
      if (state === 'failed')
        return (await listFailedJobs(db.query, { workspaceId, queue }, page)).map(seenFailed);
      const filter = { workspaceId, state, queue, nowMs: clock.nowMs() };
      return (await listLiveJobs(db.query, filter, page)).map(seen);
    },
    retryIn,
    sweepFailed: (failedBeforeMs: number): Promise<unknown> => sweepFailedJobs(db.query, failedBeforeMs),
  };
};

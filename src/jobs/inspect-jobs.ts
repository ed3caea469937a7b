import { sql } from 'kysely';
import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import { type FailedJobRow, sweepFailedJobs, takeFailedJob } from './failed-job-store.ts';
import { hastenJob, insertJob, type JobRow } from './store.ts';

/** `delayed`: put off until its next try or its time; `waiting`: due, or behind an earlier one of its key. */
export type JobState = 'waiting' | 'delayed' | 'running' | 'failed';

export interface SeenJob {
  id: string;
  queue: string;
  state: JobState;
  attempts: number;
  /** Of the newest try that failed. */
  error: string | null;
  /** Names in its payload, such as documentId; nothing else of it is shown. */
  about: Record<string, string>;
  createdAtMs: number;
  /** When it is to be tried, or when it failed. */
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

/** Names alone: whatever else a payload may hold some day is not for the people who look on. */
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

/** The work of a workspace, for the people who look after it. */
export const createInspectJobs = ({ db, clock, wake }: InspectDependencies) => {
  // Written into the statement: PostgreSQL groups only by what it can see to be the same.
  const stateOf = (nowMs: number) => sql<JobState>`case when leased_by is not null then 'running'
    when waits_for_key = 0 and run_at > ${sql.lit(nowMs)} then 'delayed' else 'waiting' end`;

  const countsOf = async (workspaceId: string): Promise<QueueCounts[]> => {
    const state = stateOf(clock.nowMs());
    const live = await db.query
      .selectFrom('jobs')
      .where('workspace_id', '=', workspaceId)
      .groupBy(['queue', state])
      .select((eb) => ['queue', state.as('state'), eb.fn.countAll<number>().as('total')])
      .execute();
    const failed = await db.query
      .selectFrom('failed_jobs')
      .where('workspace_id', '=', workspaceId)
      .groupBy('queue')
      .select((eb) => ['queue', sql<JobState>`'failed'`.as('state'), eb.fn.countAll<number>().as('total')])
      .execute();
    const byQueue = new Map<string, QueueCounts>();
    for (const row of [...live, ...failed]) {
      const counts = byQueue.get(row.queue) ?? {
        queue: row.queue,
        waiting: 0,
        delayed: 0,
        running: 0,
        failed: 0,
      };
      counts[row.state] = Number(row.total);
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

  const listLive = async (workspaceId: string, filter: { state: JobState; queue?: string }, page: Page) => {
    const state = stateOf(clock.nowMs());
    const rows = await db.query
      .selectFrom('jobs')
      .selectAll()
      .select(state.as('state'))
      .where('workspace_id', '=', workspaceId)
      .where(state, '=', filter.state)
      .$if(filter.queue !== undefined, (query) => query.where('queue', '=', filter.queue!))
      .orderBy('run_at')
      .orderBy('sequence')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return rows.map(seen);
  };

  const listFailed = async (workspaceId: string, queue: string | undefined, page: Page) => {
    const rows = await db.query
      .selectFrom('failed_jobs')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(queue !== undefined, (query) => query.where('queue', '=', queue!))
      .orderBy('sequence', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return rows.map(seenFailed);
  };

  /** Failed: from the start. Delayed: now. False: there is no such job, or it is at work. */
  const retryIn = async (tx: Handle, workspaceId: string, id: string): Promise<boolean> => {
    const failed = await takeFailedJob(tx, workspaceId, id);
    if (failed) {
      const { queue, ordering_key: orderingKey, group_key: groupKey, payload } = failed;
      const job = { id, queue, orderingKey, groupKey, payload, workspaceId };
      await insertJob(tx, { ...job, runAtMs: 0, nowMs: clock.nowMs() });
      afterCommit(tx, () => wake(queue));
      return true;
    }
    const delayed = await tx
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('leased_by', 'is', null)
      .executeTakeFirst();
    const queue = delayed && (await hastenJob(tx, id));
    if (queue === undefined) return false;
    afterCommit(tx, () => wake(queue));
    return true;
  };

  return {
    countsOf,
    listOf: (
      workspaceId: string,
      { state, queue }: { state: JobState; queue?: string },
      page: Page,
    ): Promise<SeenJob[]> =>
      state === 'failed'
        ? listFailed(workspaceId, queue, page)
        : listLive(workspaceId, { state, queue }, page),
    retryIn,
    sweepFailed: (failedBeforeMs: number): Promise<unknown> => sweepFailedJobs(db.query, failedBeforeMs),
  };
};

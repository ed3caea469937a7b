import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import type { FailedJobRow } from './failed-job-store.ts';
import type { JobRow } from './store.ts';

/** `delayed`: postponed until its next attempt or its time. `waiting`: due, or behind an earlier job of its key. */
export type JobState = 'waiting' | 'delayed' | 'running' | 'failed';

interface Page {
  offset: number;
  limit: number;
}

// Written as a literal, because PostgreSQL groups only by identical expressions.
const stateOf = (nowMs: number) => sql<JobState>`case when leased_by is not null then 'running'
  when waits_for_key = 0 and run_at > ${sql.lit(nowMs)} then 'delayed' else 'waiting' end`;

/** Number of jobs of a workspace by state and queue. */
export const countJobs = async (
  db: Handle,
  workspaceId: string,
  nowMs: number,
): Promise<{ queue: string; state: JobState; total: number }[]> => {
  const state = stateOf(nowMs);
  const live = await db
    .selectFrom('jobs')
    .where('workspace_id', '=', workspaceId)
    .groupBy(['queue', state])
    .select((eb) => ['queue', state.as('state'), eb.fn.countAll<number>().as('total')])
    .execute();
  const failed = await db
    .selectFrom('failed_jobs')
    .where('workspace_id', '=', workspaceId)
    .groupBy('queue')
    .select((eb) => ['queue', sql<JobState>`'failed'`.as('state'), eb.fn.countAll<number>().as('total')])
    .execute();
  return [...live, ...failed].map((row) => ({ ...row, total: Number(row.total) }));
};

export const listLiveJobs = (
  db: Handle,
  filter: { workspaceId: string; state: JobState; queue?: string | undefined; nowMs: number },
  page: Page,
): Promise<(JobRow & { state: JobState })[]> => {
  const state = stateOf(filter.nowMs);
  return db
    .selectFrom('jobs')
    .selectAll()
    .select(state.as('state'))
    .where('workspace_id', '=', filter.workspaceId)
    .where(state, '=', filter.state)
    .$if(filter.queue !== undefined, (query) => query.where('queue', '=', filter.queue!))
    .orderBy('run_at')
    .orderBy('sequence')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
};

export const listFailedJobs = (
  db: Handle,
  { workspaceId, queue }: { workspaceId: string; queue?: string | undefined },
  page: Page,
): Promise<FailedJobRow[]> =>
  db
    .selectFrom('failed_jobs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(queue !== undefined, (query) => query.where('queue', '=', queue!))
    .orderBy('sequence', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** Whether the workspace has the job and no process runs it. */
export const isIdleJob = async (db: Handle, workspaceId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('leased_by', 'is', null)
    .executeTakeFirst()) !== undefined;

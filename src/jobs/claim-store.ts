import { sql } from 'kysely';
import { dialectOf, type Handle, prepared } from '../db/index.ts';
import type { JobRow } from './store.ts';

export type ReadyJob = Pick<JobRow, 'sequence' | 'fair_key' | 'group_key'>;

// Written as a literal, because a partial index is used only for a visible condition.
export const isReady = sql<boolean>`waits_for_key = 0 and leased_by is null and run_at = 0`;
const isPostponed = sql<boolean>`waits_for_key = 0 and leased_by is null and run_at > 0`;

/** Number of lost processes after which a job is a suspect and runs alone. The index has the same number. */
export const suspectedFrom = 2;

/** Marks due jobs as ready, so that they do not depend on the clock any more. */
export const markJobsReady = prepared<{ queue: string; nowMs: number }, { id: string }>((db, value) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ waits_since: eb.ref('run_at'), run_at: sql.lit(0) }))
    .where('queue', '=', value('queue'))
    .where(isPostponed)
    .where('run_at', '<=', value('nowMs'))
    .returning('id'),
);

/** Time at which the next postponed job is due. */
export const nextRunAt = async (db: Handle, queue: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('queue', '=', queue)
    .where(isPostponed)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst();
  return row?.run_at;
};

/**
 * The fair keys with ready jobs, in order, from the given one on. It skips through the index from key to key, so a
 * key with ten thousand jobs costs no more than a key with one.
 */
export const listReadyKeys = async (
  db: Handle,
  { queue, fromKey, limit }: { queue: string; fromKey: string; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ fair_key: string }>`
    with recursive ready_keys (fair_key) as (
      select * from (select fair_key from jobs where queue = ${queue} and ${isReady} and fair_key >= ${fromKey}
        order by fair_key limit 1) as first_key
      union all
      select (select min(jobs.fair_key) from jobs
        where queue = ${queue} and ${isReady} and jobs.fair_key > ready_keys.fair_key)
      from ready_keys where ready_keys.fair_key is not null)
    select fair_key from ready_keys where fair_key is not null limit ${limit}`.execute(db);
  return rows.map((row) => row.fair_key);
};

interface Ready {
  queue: string;
  fairKeys: readonly string[];
  /** Per key. */
  limit: number;
  /** Groups at their limit. */
  withoutGroups: readonly string[];
  /** In a lane, suspects are claimed alone and never with other jobs. */
  withoutSuspects: boolean;
}

const readyOfKey = prepared<{ queue: string; fairKey: string; limit: number }, ReadyJob>((db, value) =>
  db
    .selectFrom('jobs')
    .select(['sequence', 'fair_key', 'group_key'])
    .where('queue', '=', value('queue'))
    .where('fair_key', '=', value('fairKey'))
    .where(isReady)
    .orderBy('sequence')
    .limit(value('limit')),
);

const readyJobs = (db: Handle, { queue, limit, withoutGroups, withoutSuspects }: Ready) =>
  db
    .selectFrom('jobs')
    .select(['sequence', 'fair_key', 'group_key'])
    .where('queue', '=', queue)
    .where(isReady)
    .$if(withoutGroups.length > 0, (query) => query.where('group_key', 'not in', withoutGroups))
    .$if(withoutSuspects, (query) => query.where('losses', '<', suspectedFrom))
    .orderBy('sequence')
    .limit(limit);

/**
 * The oldest ready jobs of each key. On PostgreSQL they are locked, so that no two processes get the same.
 * Without a lane only indexed columns are read, because it may have to skip many jobs of full groups.
 */
export const selectReady = async (tx: Handle, ready: Ready): Promise<ReadyJob[]> => {
  const isPostgres = dialectOf(tx) === 'postgres';
  if (isPostgres && ready.fairKeys.length > 1) {
    const ofKey = readyJobs(tx, ready)
      .whereRef('fair_key', '=', sql.ref('wanted.fair_key'))
      .forUpdate()
      .skipLocked();
    const keys = sql<{ fair_key: string }>`unnest(${ready.fairKeys}::text[])`;
    const { rows } = await sql<ReadyJob>`
      select job.* from ${keys} as wanted (fair_key) cross join lateral (${ofKey}) as job`.execute(tx);
    return rows;
  }
  const { queue, limit, withoutGroups, withoutSuspects } = ready;
  const found: ReadyJob[] = [];
  for (const fairKey of ready.fairKeys)
    if (!isPostgres && withoutGroups.length === 0 && !withoutSuspects)
      found.push(...(await readyOfKey(tx, { queue, fairKey, limit })));
    else
      found.push(
        ...(await readyJobs(tx, ready)
          .where('fair_key', '=', fairKey)
          .$if(isPostgres, (query) => query.forUpdate().skipLocked())
          .execute()),
      );
  return found;
};

/** Returns the leased jobs, in any order. */
export const leaseJobs = (
  tx: Handle,
  jobs: ReadyJob[],
  lease: { by: string; untilMs: number },
): Promise<JobRow[]> =>
  tx
    .updateTable('jobs')
    .set((eb) => ({ leased_by: lease.by, leased_until: lease.untilMs, attempt: eb('attempt', '+', 1) }))
    .where(
      'sequence',
      'in',
      jobs.map((job) => job.sequence),
    )
    .returningAll()
    .execute();

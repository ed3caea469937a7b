import { sql } from 'kysely';
import { dialectOf, type Handle, isInList, listParameter, prepared } from '../db/index.ts';
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
export const listReadyKeys = prepared<
  { queue: string; fromKey: string; limit: number },
  Pick<JobRow, 'fair_key'>
>((db, value) =>
  db
    .selectFrom(
      sql`(with recursive ready_keys (fair_key) as (
        select fair_key from (select fair_key from jobs where queue = ${value('queue')} and ${isReady}
          and fair_key >= ${value('fromKey')} order by fair_key limit 1) as first_key
        union all
        select (select min(jobs.fair_key) from jobs
          where queue = ${value('queue')} and ${isReady} and jobs.fair_key > ready_keys.fair_key)
        from ready_keys where ready_keys.fair_key is not null)
      select fair_key from ready_keys where fair_key is not null limit ${value('limit')})`.as<'ready'>(
        sql`ready`,
      ),
    )
    .select(sql<string>`fair_key`.as('fair_key')),
);

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

/** SQLite has one writer, and locks no rows. Usually only indexed columns are read. */
const selectReadyOnSqlite = async (
  tx: Handle,
  { queue, fairKeys, limit, withoutGroups, withoutSuspects }: Ready,
): Promise<ReadyJob[]> => {
  const found: ReadyJob[] = [];
  for (const fairKey of fairKeys)
    if (withoutGroups.length === 0 && !withoutSuspects)
      found.push(...(await readyOfKey(tx, { queue, fairKey, limit })));
    else
      found.push(
        ...(await tx
          .selectFrom('jobs')
          .select(['sequence', 'fair_key', 'group_key'])
          .where('queue', '=', queue)
          .where('fair_key', '=', fairKey)
          .where(isReady)
          .$if(withoutGroups.length > 0, (query) => query.where('group_key', 'not in', withoutGroups))
          .$if(withoutSuspects, (query) => query.where('losses', '<', suspectedFrom))
          .orderBy('sequence')
          .limit(limit)
          .execute()),
      );
  return found;
};

/** Locks the jobs, so that no two processes get the same. */
const lockReady = prepared<Omit<Ready, 'withoutSuspects'> & { lossesBelow: number }, ReadyJob>(
  (db, value) => {
    const ofKey = db
      .selectFrom('jobs')
      .select(['sequence', 'fair_key', 'group_key'])
      .where('queue', '=', value('queue'))
      .where(isReady)
      .whereRef('fair_key', '=', sql.ref('wanted.fair_key'))
      .where(sql<boolean>`group_key <> all(${value('withoutGroups')}::text[])`)
      .where('losses', '<', value('lossesBelow'))
      .orderBy('sequence')
      .limit(value('limit'))
      .forUpdate()
      .skipLocked();
    return db
      .selectFrom(sql`unnest(${value('fairKeys')}::text[])`.as<'wanted'>(sql`wanted (fair_key)`))
      .crossJoinLateral(ofKey.as('job'))
      .select(['job.sequence', 'job.fair_key', 'job.group_key']);
  },
);

/** The largest value of the column. */
const anyLosses = 2 ** 31 - 1;

/** The oldest ready jobs of each key. */
export const selectReady = (tx: Handle, ready: Ready): Promise<ReadyJob[]> => {
  if (dialectOf(tx) === 'sqlite') return selectReadyOnSqlite(tx, ready);
  const { withoutSuspects, ...wanted } = ready;
  return lockReady(tx, { ...wanted, lossesBelow: withoutSuspects ? suspectedFrom : anyLosses });
};

const lease = prepared<{ sequences: unknown; by: string; untilMs: number }, JobRow>((db, value) =>
  db
    .updateTable('jobs')
    .set((eb) => ({
      leased_by: value('by'),
      leased_until: value('untilMs'),
      attempt: eb('attempt', '+', sql.lit(1)),
    }))
    .where(isInList(db, 'sequence', value('sequences')))
    .returning([
      'sequence',
      'id',
      'queue',
      'ordering_key',
      'group_key',
      'fair_key',
      'payload',
      'attempt',
      'failures',
      'losses',
      'run_at',
      'waits_since',
      'waits_for_key',
      'leased_by',
      'leased_until',
      'created_at',
      'workspace_id',
      'last_error',
    ]),
);

/** Returns the leased jobs, in any order. */
export const leaseJobs = (
  tx: Handle,
  jobs: readonly ReadyJob[],
  { by, untilMs, isLast }: { by: string; untilMs: number; isLast: boolean },
): Promise<JobRow[]> => {
  const sequences = listParameter(
    tx,
    jobs.map((job) => job.sequence),
  );
  return (isLast ? lease.last : lease)(tx, { sequences, by, untilMs });
};

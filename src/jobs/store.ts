import { type Selectable, sql } from 'kysely';
import { type DatabaseKind, type Handle, prepared, type Schema } from '../db/index.ts';

export type JobRow = Selectable<Schema['jobs']>;

interface NewJob {
  id: string;
  queue: string;
  orderingKey: string | null;
  groupKey: string;
  workspaceId: string | null;
  payload: string;
  runAtMs: number;
  nowMs: number;
}

/**
 * Serialises the writers of one key until their transactions end. Without it, a job could be put behind
 * one that is just leaving and wait for nobody. SQLite has one writer at a time by itself.
 */
const lockKey = async (tx: Handle, kind: DatabaseKind, queue: string, orderingKey: string): Promise<void> => {
  if (kind === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${queue} ${orderingKey}`}, 7))`.execute(tx);
};

const insertPrepared = prepared<NewJob, { id: string }>((db, value) =>
  db
    .insertInto('jobs')
    .values((eb) => ({
      id: value('id'),
      queue: value('queue'),
      ordering_key: value('orderingKey'),
      group_key: value('groupKey'),
      payload: value('payload'),
      attempt: 0,
      run_at: value('runAtMs'),
      waits_for_key: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('jobs as earlier')
              .select('earlier.id')
              .where('earlier.queue', '=', value('queue'))
              .where('earlier.ordering_key', '=', value('orderingKey')),
          ),
        )
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end() as never,
      created_at: value('nowMs'),
      workspace_id: value('workspaceId'),
    }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

/** False when a job of that id is there already. */
export const insertJob = async (tx: Handle, kind: DatabaseKind, job: NewJob): Promise<boolean> => {
  if (job.orderingKey !== null) await lockKey(tx, kind, job.queue, job.orderingKey);
  return (await insertPrepared(tx, job)).length > 0;
};

interface Due {
  queue: string;
  nowMs: number;
  limit: number;
  /** Groups that have as many at work as they may. */
  withoutGroups: string[];
}

export type DueJob = Pick<JobRow, 'sequence' | 'group_key'>;

/**
 * The longest-due jobs that may start now. On PostgreSQL they are held, so that no two processes look at the
 * same. Only what the index has itself: full groups may make it pass over many.
 */
export const selectDue = (tx: Handle, kind: DatabaseKind, due: Due): Promise<DueJob[]> =>
  tx
    .selectFrom('jobs')
    .select(['sequence', 'group_key'])
    .where('queue', '=', due.queue)
    .where('waits_for_key', '=', sql.lit(0))
    .where('leased_by', 'is', null)
    .where('run_at', '<=', due.nowMs)
    .$if(due.withoutGroups.length > 0, (query) => query.where('group_key', 'not in', due.withoutGroups))
    .orderBy('run_at')
    .orderBy('sequence')
    .limit(due.limit)
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();

/** The jobs as they are from now on, in no particular order. */
export const leaseJobs = (
  tx: Handle,
  due: DueJob[],
  lease: { by: string; untilMs: number },
): Promise<JobRow[]> =>
  tx
    .updateTable('jobs')
    .set((eb) => ({ leased_by: lease.by, leased_until: lease.untilMs, attempt: eb('attempt', '+', 1) }))
    .where(
      'sequence',
      'in',
      due.map((job) => job.sequence),
    )
    .returningAll()
    .execute();

export const nextRunAt = async (
  db: Handle,
  queue: string,
  withoutGroups: string[],
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('queue', '=', queue)
    .where('waits_for_key', '=', sql.lit(0))
    .where('leased_by', 'is', null)
    .$if(withoutGroups.length > 0, (query) => query.where('group_key', 'not in', withoutGroups))
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst();
  return row?.run_at;
};

/** One try of one job: what it says is heard only while the lease is still its own. */
export interface Try {
  id: string;
  attempt: number;
  processId: string;
}

const deleteOwn = prepared<Try, { id: string }>((db, value) =>
  db
    .deleteFrom('jobs')
    .where('id', '=', value('id'))
    .where('attempt', '=', value('attempt'))
    .where('leased_by', '=', value('processId'))
    .returning('id'),
);

const promote = prepared<{ queue: string; orderingKey: string }, { group_key: string }>((db, value) =>
  db
    .updateTable('jobs')
    .set({ waits_for_key: sql.lit(0) as never })
    .where('sequence', '=', (eb) =>
      eb
        .selectFrom('jobs as next')
        .select((inner) => inner.fn.min('next.sequence').as('sequence'))
        .where('next.queue', '=', value('queue'))
        .where('next.ordering_key', '=', value('orderingKey')),
    )
    .returning('group_key'),
);

/** Removes a finished job and lets the next of its key start. False when the lease was lost. */
export const finishJob = async (tx: Handle, kind: DatabaseKind, job: JobRow, own: Try): Promise<boolean> => {
  if (job.ordering_key !== null) await lockKey(tx, kind, job.queue, job.ordering_key);
  if ((await deleteOwn(tx, own)).length === 0) return false;
  if (job.ordering_key !== null) await promote(tx, { queue: job.queue, orderingKey: job.ordering_key });
  return true;
};

/** Back into the queue; the rest of its key goes on waiting. False when the lease was lost. */
export const postponeJob = async (
  tx: Handle,
  own: Try,
  runAtMs: number,
  error?: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      ...{ leased_by: null, leased_until: null, run_at: runAtMs },
      ...(error === undefined ? {} : { last_error: error }),
    })
    .where('id', '=', own.id)
    .where('attempt', '=', own.attempt)
    .where('leased_by', '=', own.processId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** What is leased to this process in the queue, whether it works on it or not. */
export const listHeld = (
  db: Handle,
  queue: string,
  processId: string,
): Promise<Pick<JobRow, 'id' | 'attempt'>[]> =>
  db
    .selectFrom('jobs')
    .select(['id', 'attempt'])
    .where('leased_by', 'is not', null)
    .where('leased_by', '=', processId)
    .where('queue', '=', queue)
    .execute();

/** As if it had never been leased. */
export const handBackJob = (db: Handle, own: Try): Promise<unknown> =>
  db
    .updateTable('jobs')
    .set({ leased_by: null, leased_until: null, attempt: own.attempt - 1 })
    .where('id', '=', own.id)
    .where('attempt', '=', own.attempt)
    .where('leased_by', '=', own.processId)
    .execute();

export const extendLease = async (db: Handle, own: Try, untilMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: untilMs })
    .where('id', '=', own.id)
    .where('attempt', '=', own.attempt)
    .where('leased_by', '=', own.processId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Frees what is held by the named process, by anybody, or by whoever has not been heard of in time. */
export const releaseLeases = async (
  db: Handle,
  which: { processId: string } | { expiredAtMs: number; except: string[] } | 'all',
): Promise<string[]> => {
  const rows = await db
    .updateTable('jobs')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', 'is not', null)
    .$if(which !== 'all' && 'processId' in which, (query) =>
      query.where('leased_by', '=', (which as { processId: string }).processId),
    )
    .$if(which !== 'all' && 'expiredAtMs' in which, (query) => {
      const { expiredAtMs, except } = which as { expiredAtMs: number; except: string[] };
      const expired = query.where('leased_until', '<', expiredAtMs);
      return except.length > 0 ? expired.where('id', 'not in', except) : expired;
    })
    .returning('queue')
    .execute();
  return [...new Set(rows.map((row) => row.queue))];
};

/** A job that waits for its time starts now. */
export const hastenJob = async (tx: Handle, id: string, nowMs: number): Promise<string | undefined> => {
  const rows = await tx
    .updateTable('jobs')
    .set((eb) => ({ run_at: eb.case().when('run_at', '>', nowMs).then(nowMs).else(eb.ref('run_at')).end() }))
    .where('id', '=', id)
    .returning('queue')
    .execute();
  return rows[0]?.queue;
};

export const countJobs = async (db: Handle, queue: string): Promise<number> => {
  const { total } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('queue', '=', queue)
    .executeTakeFirstOrThrow();
  return Number(total);
};

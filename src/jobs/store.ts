import { type Selectable, sql } from 'kysely';
import {
  dialectOf,
  type Handle,
  isInList,
  listParameter,
  prepared,
  type Schema,
  sideBySide,
} from '../db/index.ts';

export type JobRow = Selectable<Schema['jobs']>;

export interface NewJob {
  id: string;
  queue: string;
  orderingKey: string | null;
  groupKey: string;
  workspaceId: string | null;
  payload: string;
  /** 0: immediately. */
  runAtMs: number;
  nowMs: number;
}

const lock = prepared<{ name: string }, unknown>((db, value) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${value('name')}, 7))`.as('locked')),
);

/**
 * Serializes the writers of one key until their transactions end. Without it, a job could be placed behind
 * one that is just being removed and would wait forever. SQLite has only one writer.
 */
const lockKey = async (tx: Handle, queue: string, orderingKey: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres') await lock(tx, { name: `${queue} ${orderingKey}` });
};

const insertPrepared = prepared<NewJob & { fairKey: string }, { id: string }>((db, value) =>
  db
    .insertInto('jobs')
    .values((eb) => ({
      id: value('id'),
      queue: value('queue'),
      ordering_key: value('orderingKey'),
      group_key: value('groupKey'),
      fair_key: value('fairKey'),
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
      waits_since: value('nowMs'),
      workspace_id: value('workspaceId'),
    }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

/** False if a job with that id already exists. */
export const insertJob = async (tx: Handle, job: NewJob): Promise<boolean> => {
  // Sent together: the server runs them one after the other.
  const [, rows] = await sideBySide([
    job.orderingKey === null ? Promise.resolve() : lockKey(tx, job.queue, job.orderingKey),
    insertPrepared(tx, { ...job, fairKey: job.workspaceId ?? '' }),
  ]);
  return rows.length > 0;
};

/** One attempt of one job. Its writes count only while the lease is its own. */
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

/** Removes a finished job and lets the next of its key start. False if the lease was lost, and then the caller rolls back. */
export const finishJob = async (
  tx: Handle,
  { queue, ordering_key: orderingKey }: JobRow,
  own: Try,
): Promise<boolean> => {
  if (orderingKey === null) return (await deleteOwn(tx, own)).length > 0;
  const [, deleted] = await sideBySide([
    lockKey(tx, queue, orderingKey),
    deleteOwn(tx, own),
    promote(tx, { queue, orderingKey }),
  ]);
  return deleted.length > 0;
};

/** In order, so that no two processes wait for each other. */
const lockAll = prepared<{ names: unknown }, unknown>((db, value) =>
  db
    .selectFrom(sql`unnest(${value('names')}::text[])`.as<'wanted'>(sql`wanted (name)`))
    .select(sql`pg_advisory_xact_lock(hashtextextended(name, 7))`.as('locked')),
);

const deleteAllOwn = prepared<{ ids: unknown; processId: string }, Pick<JobRow, 'id' | 'attempt'>>(
  (db, value) =>
    db
      .deleteFrom('jobs')
      .where(isInList(db, 'id', value('ids')))
      .where('leased_by', '=', value('processId'))
      .returning(['id', 'attempt']),
);

const promoteAll = prepared<{ queue: string; orderingKeys: unknown }, never>((db, value) =>
  db
    .updateTable('jobs')
    .set({ waits_for_key: sql.lit(0) as never })
    .where('sequence', 'in', (eb) =>
      eb
        .selectFrom('jobs as next')
        .select((inner) => inner.fn.min('next.sequence').as('sequence'))
        .where('next.queue', '=', value('queue'))
        .where(isInList(db, 'next.ordering_key', value('orderingKeys')))
        .groupBy('next.ordering_key'),
    ),
);

interface FinishedJobs {
  queue: string;
  orderingKeys: readonly string[];
  ids: readonly string[];
  processId: string;
}

/** Removes finished jobs and lets the next of their keys start. Returns those whose leases were still held. */
export const finishJobs = async (
  tx: Handle,
  { queue, orderingKeys, ids, processId }: FinishedJobs,
): Promise<Pick<JobRow, 'id' | 'attempt'>[]> => {
  const names = orderingKeys.map((key) => `${queue} ${key}`).toSorted();
  const isLocked = names.length > 0 && dialectOf(tx) === 'postgres';
  const [, finished] = await sideBySide([
    isLocked ? lockAll(tx, { names }) : Promise.resolve([]),
    deleteAllOwn(tx, { ids: listParameter(tx, ids), processId }),
    names.length > 0
      ? promoteAll(tx, { queue, orderingKeys: listParameter(tx, orderingKeys) })
      : Promise.resolve([]),
  ]);
  return finished;
};

interface Postponement {
  nowMs: number;
  /** 0: immediately. */
  runAtMs: number;
  /** Why the attempt failed. Absent if it did not. */
  error?: string;
}

/** Returns the job to the queue. The other jobs of its key keep waiting. False if the lease was lost. */
export const postponeJob = async (
  tx: Handle,
  own: Try,
  { nowMs, runAtMs, error }: Postponement,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set((eb) => ({
      leased_by: null,
      leased_until: null,
      run_at: runAtMs,
      waits_since: nowMs,
      ...(error === undefined ? {} : { last_error: error, failures: eb('failures', '+', 1) }),
    }))
    .where('id', '=', own.id)
    .where('attempt', '=', own.attempt)
    .where('leased_by', '=', own.processId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Starts postponed jobs now. Returns their queues. */
export const makeJobsDue = async (tx: Handle, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .updateTable('jobs')
    .set({ run_at: 0 })
    .where('id', 'in', ids)
    .returning('queue')
    .execute();
  return [...new Set(rows.map((row) => row.queue))];
};

export const makeJobDue = async (tx: Handle, id: string): Promise<string | undefined> =>
  (await makeJobsDue(tx, [id]))[0];

/**
 * The clock was set back: postponed jobs wait their original delay, counted from now.
 * Returns the queues that must look for jobs again.
 */
export const restartWaits = async (db: Handle, nowMs: number, toleranceMs: number): Promise<string[]> => {
  const rows = await db
    .updateTable('jobs')
    .set((eb) => ({
      run_at: sql<number>`run_at - waits_since + ${nowMs}`,
      waits_since: eb.val(nowMs),
    }))
    .where('leased_by', 'is', null)
    .where('run_at', '>', 0)
    .where('waits_since', '>', nowMs + toleranceMs)
    .returning('queue')
    .execute();
  return [...new Set(rows.map((row) => row.queue))];
};

export const countJobs = async (db: Handle, queue: string): Promise<number> => {
  const { total } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('queue', '=', queue)
    .executeTakeFirstOrThrow();
  return Number(total);
};

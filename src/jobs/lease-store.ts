import type { Handle } from '../db/index.ts';
import type { JobRow, Try } from './store.ts';

/** Jobs of the queue that are leased to this process, running or not. */
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

/** Undoes a lease. */
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

const queuesOf = (rows: { queue: string }[]): string[] => [...new Set(rows.map((row) => row.queue))];

/** Frees the leases of a process that stops cleanly. */
export const releaseLeases = async (db: Handle, processId: string): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', 'is not', null)
    .where('leased_by', '=', processId)
    .execute();
};

/** Frees the leases of a dead process, or all leases. Returns the affected queues. */
export const releaseLost = async (db: Handle, which: { processId: string } | 'all'): Promise<string[]> => {
  const rows = await db
    .updateTable('jobs')
    .set((eb) => ({ leased_by: null, leased_until: null, losses: eb('losses', '+', 1) }))
    .where('leased_by', 'is not', null)
    .$if(which !== 'all', (query) =>
      query.where('leased_by', '=', (which as { processId: string }).processId),
    )
    .returning('queue')
    .execute();
  return queuesOf(rows);
};

export type Lease = Pick<JobRow, 'id' | 'queue' | 'attempt' | 'leased_until'>;

/** Jobs that any process runs. */
export const listLeases = (db: Handle): Promise<Lease[]> =>
  db
    .selectFrom('jobs')
    .select(['id', 'queue', 'attempt', 'leased_until'])
    .where('leased_by', 'is not', null)
    .execute();

/** Frees a lost job, unless its lease was renewed or it was claimed again since it was read. */
export const releaseLease = async (db: Handle, { id, attempt, leased_until }: Lease): Promise<void> => {
  await db
    .updateTable('jobs')
    .set((eb) => ({ leased_by: null, leased_until: null, losses: eb('losses', '+', 1) }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('leased_until', '=', leased_until)
    .where('leased_by', 'is not', null)
    .execute();
};

import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type ProcessRow = Selectable<Schema['processes']>;

/** Heartbeat of a process that stopped cleanly. */
export const stoppedCleanly = 0;

/** Heartbeat of a process whose work is being taken over. */
export const takenOver = -1;

/** False while others take over the work of an earlier registration with this id. */
export const register = async (db: Handle, row: ProcessRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('processes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** False if the registration is gone: others have taken over the work of the process, or are doing so. */
export const writeHeartbeat = async (
  db: Handle,
  { id, heartbeat_at }: Pick<ProcessRow, 'id' | 'heartbeat_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('processes')
    .set({ heartbeat_at })
    .where('id', '=', id)
    .where('heartbeat_at', '!=', takenOver)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Only without a newer heartbeat: false for a process that is alive. */
export const markTakenOver = async (
  db: Handle,
  { id, heartbeat_at }: Pick<ProcessRow, 'id' | 'heartbeat_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('processes')
    .set({ heartbeat_at: takenOver })
    .where('id', '=', id)
    .where('heartbeat_at', '=', heartbeat_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Oldest first. Without an order PostgreSQL returns another one after each heartbeat. */
export const listProcesses = (db: Handle): Promise<ProcessRow[]> =>
  db.selectFrom('processes').selectAll().orderBy('started_at').orderBy('id').execute();

export const findProcess = (db: Handle, id: string): Promise<ProcessRow | undefined> =>
  db.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst();

export const markStopped = (db: Handle, id: string) =>
  db.updateTable('processes').set({ heartbeat_at: stoppedCleanly }).where('id', '=', id).execute();

/** Only without a newer heartbeat. */
export const deleteProcess = (db: Handle, { id, heartbeat_at }: ProcessRow) =>
  db.deleteFrom('processes').where('id', '=', id).where('heartbeat_at', '=', heartbeat_at).execute();

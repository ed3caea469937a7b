import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type ProcessRow = Selectable<Schema['processes']>;

/** Heartbeat of a process that went in good order. */
export const leftInOrder = 0;

export const writeHeartbeat = (db: Handle, row: ProcessRow) =>
  db
    .insertInto('processes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: row.heartbeat_at }))
    .execute();

/** Longest at work first. Without an order PostgreSQL gives another one after each heartbeat. */
export const listProcesses = (db: Handle): Promise<ProcessRow[]> =>
  db.selectFrom('processes').selectAll().orderBy('started_at').orderBy('id').execute();

export const findProcess = (db: Handle, id: string): Promise<ProcessRow | undefined> =>
  db.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst();

export const markLeft = (db: Handle, id: string) =>
  db.updateTable('processes').set({ heartbeat_at: leftInOrder }).where('id', '=', id).execute();

/** Only if it has not been heard of since. */
export const deleteProcess = (db: Handle, { id, heartbeat_at }: ProcessRow) =>
  db.deleteFrom('processes').where('id', '=', id).where('heartbeat_at', '=', heartbeat_at).execute();

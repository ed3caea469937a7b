import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type AttemptRow = Selectable<Schema['sign_in_attempts']>;
export type AttemptKind = AttemptRow['kind'];

export const insertAttempt = (db: Handle, row: AttemptRow) =>
  db.insertInto('sign_in_attempts').values(row).execute();

export const findAttempt = (db: Handle, sha256: string): Promise<AttemptRow | undefined> =>
  db.selectFrom('sign_in_attempts').selectAll().where('sha256', '=', sha256).executeTakeFirst();

/** Deletes and returns the row, so that only one caller gets it. */
export const takeAttempt = (db: Handle, sha256: string, kind: AttemptKind): Promise<AttemptRow | undefined> =>
  db
    .deleteFrom('sign_in_attempts')
    .where('sha256', '=', sha256)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();

export const setAttemptData = (db: Handle, sha256: string, data: string) =>
  db.updateTable('sign_in_attempts').set({ data }).where('sha256', '=', sha256).execute();

export const countFailure = async (db: Handle, sha256: string): Promise<number> => {
  const row = await db
    .updateTable('sign_in_attempts')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('sha256', '=', sha256)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
};

export const deleteAttempt = (db: Handle, sha256: string) =>
  db.deleteFrom('sign_in_attempts').where('sha256', '=', sha256).execute();

export const deleteExpiredAttempts = (db: Handle, nowMs: number) =>
  db.deleteFrom('sign_in_attempts').where('expires_at', '<=', nowMs).execute();

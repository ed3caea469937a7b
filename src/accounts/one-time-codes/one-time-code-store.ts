import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type CodeAppRow = Selectable<Schema['one_time_code_apps']>;

export const findCodeApp = (db: Handle, operatorId: string): Promise<CodeAppRow | undefined> =>
  db.selectFrom('one_time_code_apps').selectAll().where('operator_id', '=', operatorId).executeTakeFirst();

export const insertCodeApp = (db: Handle, row: Insertable<Schema['one_time_code_apps']>) =>
  db.insertInto('one_time_code_apps').values(row).execute();

export const confirmCodeApp = (db: Handle, operatorId: string, nowMs: number) =>
  db
    .updateTable('one_time_code_apps')
    .set({ confirmed_at: nowMs })
    .where('operator_id', '=', operatorId)
    .execute();

/** False if this step or a later one was used before. */
export const takeStep = async (db: Handle, operatorId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('one_time_code_apps')
    .set({ last_step: step })
    .where('operator_id', '=', operatorId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deleteCodeApp = (db: Handle, operatorId: string) =>
  db.deleteFrom('one_time_code_apps').where('operator_id', '=', operatorId).execute();

import type { Handle } from '../db/index.ts';

/** Ids of the keys with which the database is encrypted. `retiring` is set only during a rotation. */
export interface UsedKeys {
  current: string | undefined;
  retiring: string | undefined;
}

export const readUsedKeys = async (db: Handle): Promise<UsedKeys> => {
  const rows = await db.selectFrom('encryption_keys').select(['key_id', 'state']).execute();
  const find = (state: 'current' | 'retiring') => rows.find((row) => row.state === state)?.key_id;
  return { current: find('current'), retiring: find('retiring') };
};

/** Two processes may start at once. The state is unique, so only one succeeds. */
export const insertFirstKey = (db: Handle, keyId: string, nowMs: number) =>
  db
    .insertInto('encryption_keys')
    .values({ key_id: keyId, state: 'current', created_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Must run in a transaction. */
export const replaceCurrentKey = async (db: Handle, keyId: string, nowMs: number): Promise<void> => {
  await db.updateTable('encryption_keys').set({ state: 'retiring' }).where('state', '=', 'current').execute();
  await db
    .insertInto('encryption_keys')
    .values({ key_id: keyId, state: 'current', created_at: nowMs })
    .execute();
};

export const deleteRetiringKey = (db: Handle) =>
  db.deleteFrom('encryption_keys').where('state', '=', 'retiring').execute();

import type { Handle } from '../db/index.ts';

export const isKnownBrowser = async (
  db: Handle,
  { sha256, operatorId }: { sha256: string; operatorId: string },
): Promise<boolean> =>
  (await db
    .selectFrom('operator_browsers')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()) !== undefined;

/** Stores the browser, and keeps only the `most` recently used browsers of the person. */
export const saveBrowser = async (
  db: Handle,
  { sha256, operatorId, nowMs, most }: { sha256: string; operatorId: string; nowMs: number; most: number },
): Promise<void> => {
  await db
    .insertInto('operator_browsers')
    .values({ sha256, operator_id: operatorId, created_at: nowMs, seen_at: nowMs })
    .onConflict((conflict) => conflict.columns(['sha256', 'operator_id']).doUpdateSet({ seen_at: nowMs }))
    .execute();
  const kept = await db
    .selectFrom('operator_browsers')
    .select('sha256')
    .where('operator_id', '=', operatorId)
    .orderBy('seen_at', 'desc')
    .limit(most)
    .execute();
  await db
    .deleteFrom('operator_browsers')
    .where('operator_id', '=', operatorId)
    .where(
      'sha256',
      'not in',
      kept.map((row) => row.sha256),
    )
    .execute();
};

export const deleteBrowsersOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('operator_browsers').where('operator_id', '=', operatorId).execute();

export const deleteBrowsersSeenBefore = (db: Handle, timeMs: number) =>
  db.deleteFrom('operator_browsers').where('seen_at', '<', timeMs).execute();

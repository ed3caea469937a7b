import type { Handle } from '../db/index.ts';
import { utc } from './local-days.ts';

export interface Zone {
  timeZone: string;
  /** While the figures move to the time zone: the newest fact that was moved. null: all of them. */
  movedToId: string | null;
}

export const findZone = async (db: Handle, workspaceId: string): Promise<Zone> =>
  (await db
    .selectFrom('analytics_zones')
    .select(['time_zone as timeZone', 'moved_to_id as movedToId'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()) ?? { timeZone: utc, movedToId: null };

export const saveZone = async (tx: Handle, workspaceId: string, zone: Zone): Promise<void> => {
  const columns = { time_zone: zone.timeZone, moved_to_id: zone.movedToId };
  await tx
    .insertInto('analytics_zones')
    .values({ workspace_id: workspaceId, ...columns })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(columns))
    .execute();
};

/** A workspace whose figures are not in its time zone yet. */
export const findMovingWorkspace = async (db: Handle): Promise<string | undefined> => {
  const row = await db
    .selectFrom('analytics_zones')
    .select('workspace_id')
    .where('moved_to_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.workspace_id;
};

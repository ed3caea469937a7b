import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type ViewRow = Selectable<Schema['conversation_views']>;

/** Whose view it is. Without an operator it belongs to the workspace. */
export interface ViewOwner {
  workspaceId: string;
  operatorId: string | null;
}

const ofOwner = (db: Handle, { workspaceId, operatorId }: ViewOwner) =>
  db
    .selectFrom('conversation_views')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('operator_id', operatorId === null ? 'is' : '=', operatorId);

/** By name. */
export const listViews = (db: Handle, owner: ViewOwner): Promise<ViewRow[]> =>
  ofOwner(db, owner).orderBy('name_key').orderBy('id').execute();

export const findView = (db: Handle, owner: ViewOwner, id: string): Promise<ViewRow | undefined> =>
  ofOwner(db, owner).where('id', '=', id).executeTakeFirst();

export const insertView = async (tx: Handle, row: ViewRow): Promise<void> => {
  await tx.insertInto('conversation_views').values(row).execute();
};

export const updateView = async (
  tx: Handle,
  id: string,
  change: Partial<Pick<ViewRow, 'name' | 'name_key' | 'filters'>>,
): Promise<void> => {
  await tx.updateTable('conversation_views').set(change).where('id', '=', id).execute();
};

export const deleteView = async (tx: Handle, id: string): Promise<void> => {
  await tx.deleteFrom('conversation_views').where('id', '=', id).execute();
};

/** Views that select one user, of the workspace that has the agent. */
export const deleteViewsOfUser = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
  const views = await tx
    .selectFrom('conversation_views')
    .innerJoin('agents', 'agents.workspace_id', 'conversation_views.workspace_id')
    .select(['conversation_views.id', 'conversation_views.filters'])
    .where('agents.id', '=', agentId)
    .where('conversation_views.filters', 'like', '%"user":%')
    .execute();
  for (const { id, filters } of views)
    if ((JSON.parse(filters) as { user?: unknown }).user === userId) await deleteView(tx, id);
};

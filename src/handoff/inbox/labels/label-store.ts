import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../../db/index.ts';

export type LabelRow = Selectable<Schema['inbox_labels']>;

export const listLabels = (db: Handle, workspaceId: string): Promise<LabelRow[]> =>
  db
    .selectFrom('inbox_labels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name_key')
    .execute();

export const findLabel = (db: Handle, workspaceId: string, id: string): Promise<LabelRow | undefined> =>
  db
    .selectFrom('inbox_labels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Undefined if the workspace has a label with this name. */
export const insertLabel = (tx: Handle, row: LabelRow): Promise<LabelRow | undefined> =>
  tx
    .insertInto('inbox_labels')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateLabel = (
  tx: Handle,
  id: string,
  change: Partial<Pick<LabelRow, 'name' | 'name_key' | 'color'>>,
): Promise<LabelRow> =>
  tx.updateTable('inbox_labels').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const deleteLabel = (tx: Handle, id: string) =>
  tx.deleteFrom('inbox_labels').where('id', '=', id).execute();

/** False if the session has the label. */
export const insertSessionLabel = async (
  tx: Handle,
  sessionId: string,
  labelId: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('inbox_session_labels')
    .values({ session_id: sessionId, label_id: labelId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** False if the session does not have the label. */
export const deleteSessionLabel = async (
  tx: Handle,
  sessionId: string,
  labelId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('inbox_session_labels')
    .where('session_id', '=', sessionId)
    .where('label_id', '=', labelId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** IDs of the labels of these sessions. */
export const readSessionLabels = async (
  db: Handle,
  sessionIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('inbox_session_labels')
    .selectAll()
    .where('session_id', 'in', sessionIds)
    .orderBy('label_id')
    .execute();
  const labels = new Map<string, string[]>();
  for (const { session_id, label_id } of rows)
    labels.set(session_id, [...(labels.get(session_id) ?? []), label_id]);
  return labels;
};

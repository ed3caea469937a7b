import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type InvitationRow = Selectable<Schema['operator_invitations']>;

/** An invitation of the same address to the same workspace is replaced: its link ends. */
export const saveInvitation = (db: Handle, row: InvitationRow): Promise<InvitationRow> => {
  const { id: _id, workspace_id: _workspaceId, email: _email, ...renewed } = row;
  return db
    .insertInto('operator_invitations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(renewed))
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const findInvitationByHash = (db: Handle, sha256: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('operator_invitations').selectAll().where('sha256', '=', sha256).executeTakeFirst();

export const findInvitation = (
  db: Handle,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('operator_invitations')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

/** Newest first, expired ones included: they can be renewed. */
export const listInvitations = async (
  db: Handle,
  workspaceId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ invitations: InvitationRow[]; total: number }> => {
  const matching = db.selectFrom('operator_invitations').where('workspace_id', '=', workspaceId);
  const invitations = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { invitations, total: Number(total) };
};

/** False when somebody else used or withdrew it first. */
export const deleteInvitation = async (db: Handle, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('operator_invitations')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

export const deleteInvitationsBy = (
  db: Handle,
  { createdById, workspaceId }: { createdById: string; workspaceId: string | null },
) =>
  db
    .deleteFrom('operator_invitations')
    .where('created_by_id', '=', createdById)
    .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId))
    .execute();

export const deleteInvitationsExpiredBefore = (db: Handle, timeMs: number) =>
  db.deleteFrom('operator_invitations').where('expires_at', '<', timeMs).execute();

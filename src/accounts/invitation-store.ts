import type { Handle } from '../db/index.ts';
import type { OperatorRole } from './operator-roles.ts';

export interface Invitation {
  id: string;
  workspaceId: string;
  email: string;
  role: OperatorRole;
  createdBy: string;
  createdById: string;
  createdAtMs: number;
  expiresAtMs: number;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'email',
  'role',
  'created_by as createdBy',
  'created_by_id as createdById',
  'created_at as createdAtMs',
  'expires_at as expiresAtMs',
] as const;

/** Replaces an earlier invitation of the same address to the same workspace, whose link becomes invalid. */
export const saveInvitation = (
  db: Handle,
  invitation: Invitation & { sha256: string },
): Promise<Invitation> => {
  const { id, workspaceId, email } = invitation;
  const renewed = {
    role: invitation.role,
    sha256: invitation.sha256,
    created_by: invitation.createdBy,
    created_by_id: invitation.createdById,
    created_at: invitation.createdAtMs,
    expires_at: invitation.expiresAtMs,
  };
  return db
    .insertInto('operator_invitations')
    .values({ id, workspace_id: workspaceId, email, ...renewed })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(renewed))
    .returning(columns)
    .executeTakeFirstOrThrow();
};

export const findInvitationByHash = (db: Handle, sha256: string): Promise<Invitation | undefined> =>
  db.selectFrom('operator_invitations').select(columns).where('sha256', '=', sha256).executeTakeFirst();

export const findInvitation = (
  db: Handle,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<Invitation | undefined> =>
  db
    .selectFrom('operator_invitations')
    .select(columns)
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

/** Newest first, expired ones included: they can be renewed. */
export const listInvitations = async (
  db: Handle,
  workspaceId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ invitations: Invitation[]; total: number }> => {
  const matching = db.selectFrom('operator_invitations').where('workspace_id', '=', workspaceId);
  const invitations = await matching
    .select(columns)
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

/** False if it was used or withdrawn meanwhile. */
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

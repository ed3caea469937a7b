import type { Handle } from '../db/index.ts';

interface ResetLink {
  operatorId: string;
  expiresAtMs: number;
}

export const findResetLink = (db: Handle, sha256: string): Promise<ResetLink | undefined> =>
  db
    .selectFrom('operator_reset_links')
    .select(['operator_id as operatorId', 'expires_at as expiresAtMs'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();

/** An earlier link of the same person becomes invalid. */
export const saveResetLink = async (
  tx: Handle,
  link: ResetLink & { sha256: string; createdById: string; createdAtMs: number },
): Promise<void> => {
  const row = {
    sha256: link.sha256,
    created_by_id: link.createdById,
    created_at: link.createdAtMs,
    expires_at: link.expiresAtMs,
  };
  await tx
    .insertInto('operator_reset_links')
    .values({ operator_id: link.operatorId, ...row })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(row))
    .execute();
};

/** False if it was used meanwhile. */
export const deleteResetLink = async (tx: Handle, sha256: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('operator_reset_links')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

export const deleteResetLinksBy = (tx: Handle, createdById: string) =>
  tx.deleteFrom('operator_reset_links').where('created_by_id', '=', createdById).execute();

export const deleteExpiredResetLinks = (db: Handle, nowMs: number) =>
  db.deleteFrom('operator_reset_links').where('expires_at', '<=', nowMs).execute();

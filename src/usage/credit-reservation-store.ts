import type { Handle } from '../db/index.ts';

export const insertReservation = async (
  tx: Handle,
  { id, workspaceId, owner, nano }: { id: string; workspaceId: string; owner: string; nano: number },
): Promise<void> => {
  await tx.insertInto('credit_holds').values({ id, workspace_id: workspaceId, owner, nano }).execute();
};

/** Returns the reserved amount, or undefined if the reservation no longer exists. */
export const deleteReservation = async (tx: Handle, id: string): Promise<number | undefined> =>
  (await tx.deleteFrom('credit_holds').where('id', '=', id).returning('nano').executeTakeFirst())?.nano;

/** Deletes the reservations of one process, or of all processes except one. */
export const deleteReservationsOf = (
  tx: Handle,
  owner: { is: string } | { isNot: string },
): Promise<{ workspaceId: string; nano: number }[]> =>
  tx
    .deleteFrom('credit_holds')
    .where((eb) => ('is' in owner ? eb('owner', '=', owner.is) : eb('owner', '!=', owner.isNot)))
    .returning(['workspace_id as workspaceId', 'nano'])
    .execute();

import type { Handle } from '../db/index.ts';

export const insertReservation = async (
  tx: Handle,
  hold: { id: string; workspaceId: string; owner: string; nano: number },
): Promise<void> => {
  await tx
    .insertInto('credit_holds')
    .values({ id: hold.id, workspace_id: hold.workspaceId, owner: hold.owner, nano: hold.nano })
    .execute();
};

/** What was held; undefined when the hold is gone. */
export const deleteReservation = async (tx: Handle, id: string): Promise<number | undefined> =>
  (await tx.deleteFrom('credit_holds').where('id', '=', id).returning('nano').executeTakeFirst())?.nano;

/** Of one process, or of all but one. */
export const deleteReservationsOf = (
  tx: Handle,
  owner: { is: string } | { isNot: string },
): Promise<{ workspaceId: string; nano: number }[]> =>
  tx
    .deleteFrom('credit_holds')
    .where((eb) => ('is' in owner ? eb('owner', '=', owner.is) : eb('owner', '!=', owner.isNot)))
    .returning(['workspace_id as workspaceId', 'nano'])
    .execute();

import type { Database, Handle } from '../db/index.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import { reserveCredits, settleCredits } from '../workspaces/index.ts';
import { deleteReservation, deleteReservationsOf, insertReservation } from './credit-reservation-store.ts';

export interface CreditReservation {
  id: string;
  workspaceId: string;
  nano: number;
}

/**
 * Credits reserved for work that is not a round, and so has no row that says how much. The hold is that row: whoever
 * takes up after a dead process gives back what the process had reserved.
 */
export const createCreditReservations = ({ db, processId }: { db: Database; processId: string }) => {
  const refund = (tx: Handle, { workspaceId, nano }: Omit<CreditReservation, 'id'>, costNano: number) =>
    settleCredits(tx, { workspaceId, reservedNano: nano, costNano });

  return {
    /** Undefined when the credits are not there. */
    hold: async (workspaceId: string, nano: number): Promise<CreditReservation | undefined> => {
      const hold = { id: newId(), workspaceId, nano };
      const isHeld = await db.transaction(async (tx) => {
        if (!(await reserveCredits(tx, workspaceId, nano))) return false;
        await insertReservation(tx, { ...hold, owner: processId });
        return true;
      });
      if (isHeld) faultPoint('credits-held');
      return isHeld ? hold : undefined;
    },

    /** Takes the price and gives the rest back. Part of the transaction that writes the ledger. */
    settle: async (tx: Handle, { id, workspaceId }: CreditReservation, costNano: number): Promise<void> => {
      await refund(tx, { workspaceId, nano: (await deleteReservation(tx, id)) ?? 0 }, costNano);
    },

    /** Of a process that is gone; without a name, of all but this one. */
    releaseOf: (deadProcessId?: string): Promise<void> =>
      db.transaction(async (tx) => {
        const owner = deadProcessId === undefined ? { isNot: processId } : { is: deadProcessId };
        for (const held of await deleteReservationsOf(tx, owner)) await refund(tx, held, 0);
      }),
  };
};

export type CreditReservations = ReturnType<typeof createCreditReservations>;

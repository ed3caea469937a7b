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
 * Credits reserved for work outside of rounds. A round stores its reservation in its own row; other work gets a row of
 * its own, so that the process that takes over after a crash can release the credits.
 */
export const createCreditReservations = ({ db, processId }: { db: Database; processId: string }) => {
  const refund = (tx: Handle, { workspaceId, nano }: Omit<CreditReservation, 'id'>, costNano: number) =>
    settleCredits(tx, { workspaceId, reservedNano: nano, costNano });

  return {
    /** Undefined if there are not enough credits. */
    reserve: async (workspaceId: string, nano: number): Promise<CreditReservation | undefined> => {
      const reservation = { id: newId(), workspaceId, nano };
      const isReserved = await db.transaction(async (tx) => {
        if (!(await reserveCredits(tx, workspaceId, nano))) return false;
        await insertReservation(tx, { ...reservation, owner: processId });
        return true;
      });
      if (isReserved) faultPoint('credits-reserved');
      return isReserved ? reservation : undefined;
    },

    /** Charges the cost and releases the rest. Part of the transaction that writes the ledger. */
    settle: async (tx: Handle, { id, workspaceId }: CreditReservation, costNano: number): Promise<void> => {
      await refund(tx, { workspaceId, nano: (await deleteReservation(tx, id)) ?? 0 }, costNano);
    },

    /** Releases the reservations of a dead process, or without an id those of all processes except this one. */
    releaseOf: (deadProcessId?: string): Promise<void> =>
      db.transaction(async (tx) => {
        const owner = deadProcessId === undefined ? { isNot: processId } : { is: deadProcessId };
        for (const reservation of await deleteReservationsOf(tx, owner)) await refund(tx, reservation, 0);
      }),
  };
};

export type CreditReservations = ReturnType<typeof createCreditReservations>;

import { type Handle, prepared } from '../db/index.ts';

const reserve = prepared<{ workspaceId: string; nano: number }, { id: string }>((db, value) =>
  db
    .updateTable('workspaces')
    .set((eb) => ({ reserved_nano: eb('reserved_nano', '+', value('nano')) }))
    .where('id', '=', value('workspaceId'))
    .where((eb) =>
      eb.or([
        eb('balance_nano', 'is', null),
        eb(eb('balance_nano', '-', eb.ref('reserved_nano')), '>=', value('nano')),
      ]),
    )
    .returning('id'),
);

/** Credits that can still be reserved. A workspace without a limit can reserve any amount. */
export const hasCredits = async (db: Handle, workspaceId: string, nano: number): Promise<boolean> => {
  if (nano === 0) return true;
  const row = await db
    .selectFrom('workspaces')
    .select(['balance_nano', 'reserved_nano'])
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row !== undefined && (row.balance_nano === null || row.balance_nano - row.reserved_nano >= nano);
};

/** Reserves credits for a round. False if there are not enough. */
export const reserveCredits = async (db: Handle, workspaceId: string, nano: number): Promise<boolean> =>
  (await reserve(db, { workspaceId, nano })).length === 1;

/**
 * Charges the price and releases the rest of the reservation. The minimum of zero only matters for rounds that
 * were running when an unlimited workspace got a limit below their reservation.
 */
const settle = prepared<{ workspaceId: string; reservedNano: number; costNano: number }, never>((db, value) =>
  db
    .updateTable('workspaces')
    .set((eb) => ({
      reserved_nano: eb('reserved_nano', '-', value('reservedNano')),
      balance_nano: eb
        .case()
        .when('balance_nano', '<', value('costNano'))
        .then(0)
        .else(eb('balance_nano', '-', value('costNano')))
        .end(),
    }))
    .where('id', '=', value('workspaceId')),
);

export const settleCredits = async (
  db: Handle,
  amounts: { workspaceId: string; reservedNano: number; costNano: number },
): Promise<void> => {
  await settle(db, amounts);
};

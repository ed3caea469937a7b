import { dialectOf, type Handle } from '../db/index.ts';

/**
 * Locks deliveries before the conversation, as all transactions do: an attempt locks its delivery, and then the
 * conversation if the user must be informed of a failure. SQLite has one writer and needs no locks.
 */
export const lockDeliveries = async (tx: Handle, conversationId: string): Promise<void> => {
  if (dialectOf(tx) !== 'postgres') return;
  await tx
    .selectFrom('deliveries')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence')
    .forUpdate()
    .execute();
};

/**
 * Returns those that were not delivered yet. A pending `close` stays: the human service must get it, and it contains only
 * the id of the conversation.
 */
export const deleteDeliveriesOfConversation = async (
  tx: Handle,
  conversationId: string,
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('deliveries')
    .where('conversation_id', '=', conversationId)
    .where((eb) => eb.or([eb('kind', '<>', 'close'), eb('status', '<>', 'pending')]))
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
};

/** Events of pages that the user opened, which belong to no conversation. Returns those that were not delivered yet. */
export const deleteDeliveriesOfVisitors = async (
  tx: Handle,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<string[]> => {
  const ofUser = tx
    .selectFrom('visitors')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId);
  // Locked in the order that all transactions use: an attempt locks its delivery until it is recorded.
  if (dialectOf(tx) === 'postgres')
    await tx
      .selectFrom('deliveries')
      .select('id')
      .where('visitor_id', 'in', ofUser)
      .orderBy('sequence')
      .forUpdate()
      .execute();
  const rows = await tx
    .deleteFrom('deliveries')
    .where('visitor_id', 'in', ofUser)
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
};

import { dialectOf, type Handle } from '../db/index.ts';

/**
 * On PostgreSQL, in the order in which everybody takes them: an attempt of a delivery holds the delivery and
 * then, where its failure is told to the user, wants the conversation. SQLite has one writer.
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
 * Returns those that were not delivered yet. A `close` that is still to be told to the human service stays: it
 * names the conversation and holds none of its words.
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
  // In the order in which everybody takes them: an attempt of a delivery holds it while it is recorded.
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

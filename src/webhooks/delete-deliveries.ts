import type { Expression } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

/**
 * Locks deliveries before their conversations, as all transactions do: an attempt locks its delivery, and then the
 * conversation if the user must be informed of a failure. SQLite has one writer and needs no locks.
 */
export const lockDeliveries = async (tx: Handle, conversationIds: readonly string[]): Promise<void> => {
  if (dialectOf(tx) !== 'postgres') return;
  await tx
    .selectFrom('deliveries')
    .select('id')
    .where('conversation_id', 'in', conversationIds)
    .orderBy('sequence')
    .forUpdate()
    .execute();
};

/**
 * Returns those that were not delivered yet. A pending `close` stays: the human service must get it, and it contains only
 * the id of the conversation.
 */
export const deleteDeliveriesOfConversations = async (
  tx: Handle,
  conversationIds: readonly string[],
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('deliveries')
    .where('conversation_id', 'in', conversationIds)
    .where((eb) => eb.or([eb('kind', '<>', 'close'), eb('status', '<>', 'pending')]))
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
};

type Owner = { agentId: string; userId: string };
type OwnerColumn = 'visitor_id' | 'chat_id';

/** Returns those that were not delivered yet. */
const deleteOf = async (tx: Handle, column: OwnerColumn, owned: Expression<string>): Promise<string[]> => {
  // Locked in the order that all transactions use: an attempt locks its delivery until it is recorded.
  if (dialectOf(tx) === 'postgres')
    await tx
      .selectFrom('deliveries')
      .select('id')
      .where(column, 'in', owned)
      .orderBy('sequence')
      .forUpdate()
      .execute();
  const rows = await tx
    .deleteFrom('deliveries')
    .where(column, 'in', owned)
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
};

/** Events of pages that the user opened, which belong to no conversation. Returns those that were not delivered yet. */
export const deleteDeliveriesOfVisitors = (tx: Handle, { agentId, userId }: Owner): Promise<string[]> =>
  deleteOf(
    tx,
    'visitor_id',
    tx
      .selectFrom('visitors')
      .select('id')
      .where('agent_id', '=', agentId)
      .where('user_id', '=', userId)
      .$asScalar(),
  );

/** Texts to the user on messaging platforms, also outside of conversations. Returns those that were not delivered yet. */
export const deleteDeliveriesOfChats = (tx: Handle, { agentId, userId }: Owner): Promise<string[]> =>
  deleteOf(
    tx,
    'chat_id',
    tx
      .selectFrom('channel_chats')
      .innerJoin('channel_users', (join) =>
        join
          .onRef('channel_users.connection_id', '=', 'channel_chats.connection_id')
          .onRef('channel_users.user_key', '=', 'channel_chats.user_key'),
      )
      .select('channel_chats.id')
      .where('channel_users.agent_id', '=', agentId)
      .where('channel_users.user_id', '=', userId)
      .$asScalar(),
  );

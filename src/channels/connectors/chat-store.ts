import type { Selectable } from 'kysely';
import { type Handle, prepared, type Schema } from '../../db/index.ts';

export type ChatRow = Selectable<Schema['channel_chats']>;
export type ChannelUserRow = Selectable<Schema['channel_users']>;

export interface FoundChat {
  chat: ChatRow;
  user: ChannelUserRow;
}

type UserKey = Pick<ChannelUserRow, 'connection_id' | 'user_key'>;

const userByKey = prepared<{ connectionId: string; userKey: string }, ChannelUserRow>((db, value) =>
  db
    .selectFrom('channel_users')
    .selectAll()
    .where('connection_id', '=', value('connectionId'))
    .where('user_key', '=', value('userKey')),
);

export const findChannelUser = async (
  db: Handle,
  { connection_id, user_key }: UserKey,
): Promise<ChannelUserRow | undefined> =>
  (await userByKey(db, { connectionId: connection_id, userKey: user_key }))[0];

/** Nothing happens if the user is known: another chat of the same user may have been faster. */
export const insertChannelUser = (tx: Handle, row: ChannelUserRow) =>
  tx
    .insertInto('channel_users')
    .values(row)
    .onConflict((conflict) => conflict.columns(['connection_id', 'user_key']).doNothing())
    .execute();

export const updateChannelUser = (
  tx: Handle,
  { connection_id, user_key }: UserKey,
  change: Partial<Pick<ChannelUserRow, 'name' | 'language' | 'phone' | 'email' | 'opted_out_at'>>,
) =>
  tx
    .updateTable('channel_users')
    .set(change)
    .where('connection_id', '=', connection_id)
    .where('user_key', '=', user_key)
    .execute();

const chatByKey = prepared<{ connectionId: string; chatKey: string; userKey: string }, ChatRow>((db, value) =>
  db
    .selectFrom('channel_chats')
    .selectAll()
    .where('connection_id', '=', value('connectionId'))
    .where('chat_key', '=', value('chatKey'))
    .where('user_key', '=', value('userKey')),
);

export const findChatByKey = async (
  db: Handle,
  { connection_id, chat_key, user_key }: Pick<ChatRow, 'connection_id' | 'chat_key' | 'user_key'>,
): Promise<ChatRow | undefined> =>
  (await chatByKey(db, { connectionId: connection_id, chatKey: chat_key, userKey: user_key }))[0];

export const insertChat = (tx: Handle, row: ChatRow) => tx.insertInto('channel_chats').values(row).execute();

export const updateChat = (
  tx: Handle,
  id: string,
  change: Partial<Pick<ChatRow, 'address' | 'conversation_id'>>,
) => tx.updateTable('channel_chats').set(change).where('id', '=', id).execute();

const withUser = async (db: Handle, chat: ChatRow | undefined): Promise<FoundChat | undefined> => {
  const user = chat && (await findChannelUser(db, chat));
  return chat && user && { chat, user };
};

export const findChat = async (db: Handle, id: string): Promise<FoundChat | undefined> =>
  withUser(db, await db.selectFrom('channel_chats').selectAll().where('id', '=', id).executeTakeFirst());

export const findChatOfConversation = async (
  db: Handle,
  conversationId: string,
): Promise<FoundChat | undefined> =>
  withUser(
    db,
    await db
      .selectFrom('channel_conversations')
      .innerJoin('channel_chats', 'channel_chats.id', 'channel_conversations.chat_id')
      .selectAll('channel_chats')
      .where('channel_conversations.conversation_id', '=', conversationId)
      .executeTakeFirst(),
  );

/** The conversation is the current one of the chat. */
export const addConversation = async (
  tx: Handle,
  { chatId, conversationId }: { chatId: string; conversationId: string },
): Promise<void> => {
  await tx
    .insertInto('channel_conversations')
    .values({ conversation_id: conversationId, chat_id: chatId })
    .execute();
  await updateChat(tx, chatId, { conversation_id: conversationId });
};

/** For erasure: what is known of the user, with their chats. What the platform sent of them is deleted too. */
export const eraseChannelUsers = async (
  tx: Handle,
  { agentId, userIds }: { agentId: string; userIds: readonly string[] },
): Promise<void> => {
  const users = await tx
    .selectFrom('channel_users')
    .select(['connection_id', 'user_key'])
    .where('agent_id', '=', agentId)
    .where('user_id', 'in', userIds)
    .execute();
  for (const { connection_id, user_key } of users) {
    const chats = await tx
      .deleteFrom('channel_chats')
      .where('connection_id', '=', connection_id)
      .where('user_key', '=', user_key)
      .returning('chat_key')
      .execute();
    for (const { chat_key } of chats)
      await tx
        .updateTable('channel_updates')
        .set({ payload: '{}' })
        .where('connection_id', '=', connection_id)
        .where('chat_key', '=', chat_key)
        .where('payload', 'is not', null)
        .execute();
    await tx
      .deleteFrom('channel_users')
      .where('connection_id', '=', connection_id)
      .where('user_key', '=', user_key)
      .execute();
  }
};

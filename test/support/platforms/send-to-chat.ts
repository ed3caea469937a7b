import type { OutgoingReply } from '../../../src/channels/connectors/connector.ts';
import type { ConnectionStage } from './with-connection.ts';

/** Sends a reply with files and choices to the only chat, as flows and people do. */
export const sendToChat = async (
  { service: { app } }: Pick<ConnectionStage, 'service'>,
  message: OutgoingReply,
): Promise<void> => {
  const chat = await app.db.query.selectFrom('channel_chats').selectAll().executeTakeFirstOrThrow();
  const { id } = await app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const agent = (await app.rooms.agents.find(id))!;
  await app.db.transaction((tx) =>
    app.rooms.webhooks.enqueueToChat(tx, {
      agent,
      conversationId: chat.conversation_id,
      chatId: chat.id,
      kind: 'human_reply',
      message,
    }),
  );
};

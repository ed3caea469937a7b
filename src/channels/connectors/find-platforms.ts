import type { Handle } from '../../db/index.ts';
import { isConnectorChannel } from './registry.ts';

/** The platform of each conversation that belongs to a connection which still exists. */
export const findPlatforms = async (
  db: Handle,
  conversations: readonly { id: string; channel: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = conversations.filter(({ channel }) => isConnectorChannel(channel)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel_conversations')
    .innerJoin('channel_chats', 'channel_chats.id', 'channel_conversations.chat_id')
    .innerJoin('channel_connections', 'channel_connections.id', 'channel_chats.connection_id')
    .select(['channel_conversations.conversation_id', 'channel_connections.platform'])
    .where('channel_conversations.conversation_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ conversation_id, platform }) => [conversation_id, platform]));
};

import type { Conversation } from './store.ts';

/** What a message needs of its conversation. It rarely changes. */
export type KnownConversation = Pick<
  Conversation,
  'id' | 'workspaceId' | 'agentId' | 'userId' | 'channel' | 'visitorId' | 'isUserClaimed'
>;

/** A few megabytes. */
const defaultMost = 10_000;

/**
 * Conversations as this process last saw them, at most `most`, the most recently used ones. Other processes may have changed or
 * deleted them, so `placeRound` compares them with the database.
 */
export const createKnownConversations = (most = defaultMost) => {
  const known = new Map<string, KnownConversation>();
  const keep = (conversation: KnownConversation): void => {
    known.delete(conversation.id);
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(conversation.id, conversation);
  };
  return {
    find: (id: string): KnownConversation | undefined => {
      const found = known.get(id);
      if (found) keep(found);
      return found;
    },
    keep: ({ id, workspaceId, agentId, userId, channel, visitorId, isUserClaimed }: Conversation): void =>
      keep({ id, workspaceId, agentId, userId, channel, visitorId, isUserClaimed }),
    forget: (id: string): void => void known.delete(id),
  };
};

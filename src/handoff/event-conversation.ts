import type { HandoffConversation } from './handoff-conversation-store.ts';

export const eventConversation = (conversation: HandoffConversation) => ({
  id: conversation.id,
  channel: conversation.channel,
  userId: conversation.user_id,
  anonymousId: conversation.anonymous_id,
});

import type { Dialogue } from './dialogue-store.ts';

export const eventConversation = (dialogue: Dialogue) => ({
  id: dialogue.id,
  channel: dialogue.channel,
  userId: dialogue.user_id,
  anonymousId: dialogue.anonymous_id,
});

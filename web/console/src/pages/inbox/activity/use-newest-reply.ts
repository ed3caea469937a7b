import type { InboxSession, Message } from '../../../api/generated.ts';
import { useTranscript } from '../conversation/use-transcript.ts';

/** The newest reply of a person in the conversation. null: there is none. Undefined until the messages are loaded. */
export const useNewestReply = (session: InboxSession): Message | null | undefined => {
  const { messages } = useTranscript(session.conversationId);
  return messages && (messages.findLast(({ role }) => role === 'human') ?? null);
};

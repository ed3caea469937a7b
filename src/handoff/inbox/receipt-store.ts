import type { Handle } from '../../db/index.ts';

interface UserMessage {
  /** null: the conversation has no such message. */
  id: string | null;
  /** Its number in the conversation. */
  sequence: number;
  /** Number of later messages. */
  laterCount: number;
}

/** A message of the user, without an ID the newest one. */
export const findUserMessage = async (
  db: Handle,
  { conversationId, messageId }: { conversationId: string; messageId?: string | undefined },
): Promise<UserMessage> => {
  let query = db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .select(['rounds.id', 'rounds.sequence', 'conversations.message_count'])
    .where('rounds.conversation_id', '=', conversationId);
  if (messageId !== undefined) query = query.where('rounds.id', '=', messageId);
  const found = await query.orderBy('rounds.sequence', 'desc').limit(1).executeTakeFirst();
  if (!found) return { id: null, sequence: 0, laterCount: 0 };
  return { id: found.id, sequence: found.sequence, laterCount: found.message_count - found.sequence };
};

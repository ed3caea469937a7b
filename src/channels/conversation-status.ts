/** Who answers: the agent; nobody yet, for a person was asked for; a person. */
export type ConversationStatus = 'agent' | 'waiting' | 'human';

/** A session in which nobody has spoken yet is still one of waiting, whatever the human service answered. */
export const statusOf = (
  session: { status: string; has_replied: number } | undefined,
): ConversationStatus => {
  if (!session || session.status === 'closed') return 'agent';
  return session.status === 'open' && session.has_replied === 1 ? 'human' : 'waiting';
};

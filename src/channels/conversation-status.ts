/**
 * Who answers: the agent; the agent, while the user is asked for an e-mail address that a person needs; nobody yet,
 * for a person was asked for; a person.
 */
export type ConversationStatus = 'agent' | 'email' | 'waiting' | 'human';

/** A session in which nobody has spoken yet is still one of waiting, whatever the human service answered. */
export const statusOf = (
  session: { status: string; has_replied: number } | undefined,
  awaitsEmail: boolean,
): ConversationStatus => {
  if (!session || session.status === 'closed') return awaitsEmail ? 'email' : 'agent';
  return session.status === 'open' && session.has_replied === 1 ? 'human' : 'waiting';
};

/**
 * Who answers: the agent; the agent, while the user is asked for an e-mail address; nobody yet,
 * because a person was requested; a person.
 */
export type ConversationStatus = 'agent' | 'email' | 'waiting' | 'human';

/** A session without a message of a person still counts as waiting, whatever the human service answered. */
export const statusOf = (
  session: { status: string; has_replied: number } | undefined,
  awaitsEmail: boolean,
): ConversationStatus => {
  if (!session || session.status === 'closed') return awaitsEmail ? 'email' : 'agent';
  return session.status === 'open' && session.has_replied === 1 ? 'human' : 'waiting';
};

/**
 * Who answers: the agent; the agent, while the user is asked for an e-mail address; nobody yet,
 * because a person was requested; nobody, so that the user is asked to leave a message; a person.
 */
export type ConversationStatus = 'agent' | 'email' | 'waiting' | 'message' | 'human';

/** What the status depends on. */
export interface StatusOfSession {
  status: string;
  has_replied: number;
  told_unreachable: number;
}

/**
 * A session without a message of a person still counts as waiting, whatever the human service answered. So does a session
 * whose user was told that nobody can be reached, until a person replies.
 */
export const statusOf = (session: StatusOfSession | undefined, awaitsEmail: boolean): ConversationStatus => {
  if (!session || session.status === 'closed' || session.status === 'left_message')
    return awaitsEmail ? 'email' : 'agent';
  if (session.status === 'awaiting_message') return 'message';
  return session.status === 'open' && session.has_replied === 1 && session.told_unreachable === 0
    ? 'human'
    : 'waiting';
};

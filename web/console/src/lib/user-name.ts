import { t } from '../messages/translate.ts';

interface NamedUser {
  userId: string;
  /** Set for the test chats of an operator; the name is null after the operator left the workspace. */
  operator: { name: string | null } | null;
}

/** Who writes the messages: the user by id, or the operator of a test chat by name. */
export const authorName = ({ userId, operator }: NamedUser): string =>
  operator ? (operator.name ?? t('channels.formerOperator')) : userId;

/** The user of a conversation: the user id, or "Test chat of Ana". */
export const userName = (user: NamedUser): string =>
  user.operator ? t('channels.testChatOf', { name: authorName(user) }) : user.userId;

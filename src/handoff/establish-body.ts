import { showFiles } from '../memory/index.ts';
import type { NewestRound } from '../rounds/index.ts';
import type { HandoffConversation } from './handoff-conversation-store.ts';
import { isLiveChannel } from './may-take-over.ts';
import { testMark } from './test-mark.ts';

export interface Emails {
  /** Address that the user entered. Empty if the user was not asked. */
  entered: string;
  /** Address that the developer preset. */
  preset: string;
  support: string;
}

/**
 * | Channel | E-mail |
 * |---|---|
 * | widget, iframe, share | entered by the user, unless the developer has preset it |
 * | live chat | preset by the developer or sent by the page, otherwise none |
 * | API | preset by the developer, otherwise none |
 * | messaging platforms | none |
 */
const userEmail = (channel: string, { entered, preset }: Emails): string => {
  if (isLiveChannel(channel)) return preset || entered;
  return channel === 'API' ? preset : '';
};

/** Files are described by their content, because their names do not help a person who cannot open them. */
const contextItems = (rounds: readonly Omit<NewestRound, 'id' | 'files'>[]) =>
  rounds.flatMap(({ question, transcript, read, answer, human }) =>
    [
      {
        message_type: 'QUESTION',
        text: [question, transcript, showFiles(read)].filter((text) => text !== '').join('\n'),
      },
      { message_type: 'ANSWER', text: answer },
      { message_type: 'ANSWER', text: human },
    ].filter(({ text }) => text !== ''),
  );

/** The body of the establish call. `email` is empty if neither the user nor the agent has an address. */
export const establishBody = (
  conversation: Omit<HandoffConversation, 'visitor_id' | 'user_claimed' | 'awaits_email' | 'hidden_at'>,
  rounds: readonly Omit<NewestRound, 'id' | 'files'>[],
  emails: Emails,
  nowMs: number,
  phone = '',
) => {
  const email = userEmail(conversation.channel, emails);
  return {
    conversation_id: conversation.id,
    timestamp: nowMs,
    ...testMark(conversation.channel),
    email: email || emails.support,
    bot_id: conversation.agent_id,
    body: contextItems(rounds),
    user_info: {
      phone,
      email,
      user_id: conversation.user_id,
      anonymous_id: conversation.anonymous_id ?? '',
    },
  };
};

import { describeProblem } from '../messages/describe-problem.ts';
import { t } from '../messages/translate.ts';
import type { Conversation } from '../state/conversation.ts';
import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';

/** What the page knows about the last message while the service does not respond. */
const describeSilence = ({ entries }: Conversation): string => {
  if (entries.some(({ status }) => status === 'sending')) return t('offline.unsent');
  return t(entries.some(({ status }) => status === 'running') ? 'offline.answering' : 'offline');
};

/** Shows an error or a lost connection above the text box. */
export const ProblemBar = () => {
  const { chat } = usePage();
  const { problem, isConnected, conversation } = useChatState();
  return (
    <>
      {!isConnected && (
        <div class="bar" role="status">
          <span>{describeSilence(conversation)}</span>
        </div>
      )}
      {problem && (
        <div class="bar bar-problem" role="alert">
          <span>{describeProblem(problem)}</span>
          <IconButton icon="close" label={t('dismiss')} onClick={chat.dismissProblem} />
        </div>
      )}
    </>
  );
};

import { describeProblem } from '../messages/describe-problem.ts';
import { t } from '../messages/translate.ts';
import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';

/** Shows an error or a lost connection above the text box. */
export const ProblemBar = () => {
  const { chat } = usePage();
  const { problem, isConnected } = useChatState();
  return (
    <>
      {!isConnected && (
        <div class="bar" role="status">
          <span>{t('offline')}</span>
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

import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';

/** What went wrong, or that there is no connection: said once, calmly, above the place to write. */
export const ProblemBar = () => {
  const { chat, texts } = usePage();
  const { problem, isConnected } = useChatState();
  return (
    <>
      {!isConnected && (
        <div class="bar" role="status">
          <span>{texts.offline}</span>
        </div>
      )}
      {problem && (
        <div class="bar bar-problem" role="alert">
          <span>{texts.problem(problem)}</span>
          <IconButton icon="close" label={texts.dismiss} onClick={chat.dismissProblem} />
        </div>
      )}
    </>
  );
};

import { t } from '../messages/translate.ts';
import { Avatar } from './avatar.tsx';
import { useChatState, usePage } from './page-context.ts';

/** Start of a conversation: the agent's greeting and suggested questions. */
export const Welcome = ({ isFirst }: { isFirst: boolean }) => {
  const { chat } = usePage();
  const { agent } = useChatState().session!;
  return (
    <div class={isFirst ? 'welcome welcome-first' : 'welcome'}>
      {isFirst && <Avatar class="avatar-large" />}
      <p class="greeting" dir="auto">
        {agent.greeting || t('greeting')}
      </p>
      {isFirst && agent.suggestions.length > 0 && (
        <ul class="suggestions" aria-label={t('suggestions')}>
          {agent.suggestions.map((text) => (
            <li key={text}>
              <button
                type="button"
                class="suggestion"
                dir="auto"
                onClick={() => void chat.send({ text, files: [], shownFiles: [] })}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

import { t } from '../messages/translate.ts';
import { Icon } from './icon.tsx';
import { useChatState, usePage } from './page-context.ts';

/** Shows that a person is requested or has joined, and lets the user return to the agent. */
export const PersonBar = () => {
  const { chat } = usePage();
  const { status } = useChatState().conversation;
  if (status === 'agent' || status === 'email') return null;
  return (
    <div class="bar bar-person" role="status">
      <Icon name="person" />
      <span>{status === 'waiting' ? t('handoff.waiting') : t('handoff.active')}</span>
      <button type="button" class="text-button" onClick={() => void chat.leavePerson()}>
        {t('handoff.leave')}
      </button>
    </div>
  );
};

/** In the header where there is room for its label beside the name, otherwise above the text box. */
export const PersonButton = ({ class: place, onClick }: { class: string; onClick(): void }) => {
  const { session, conversation } = useChatState();
  if (!session?.features.handoff || conversation.status !== 'agent') return null;
  return (
    <button type="button" class={`text-button ${place}`} onClick={onClick}>
      <Icon name="person" /> {t('handoff.ask')}
    </button>
  );
};

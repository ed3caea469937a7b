import { t } from '../messages/translate.ts';
import { Icon } from './icon.tsx';
import { useChatState } from './page-context.ts';

/** In the header where there is room for its label beside the name, otherwise above the text box. */
export const PersonButton = ({ class: place, onClick }: { class: string; onClick(): void }) => {
  const { session, conversation } = useChatState();
  if (!session?.features.handoff || conversation.status !== 'agent') return null;
  return (
    <button type="button" class={`text-button ${place}`} onClick={onClick}>
      <Icon name="person" /> {t('askForPerson')}
    </button>
  );
};

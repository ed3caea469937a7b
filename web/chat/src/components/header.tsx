import { t } from '../messages/translate.ts';
import { Avatar } from './avatar.tsx';
import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';
import { PersonButton } from './person-button.tsx';
import { ThemeButton } from './theme-button.tsx';

interface HeaderProps {
  onHistory(): void;
  onPerson(): void;
}

export const Header = ({ onHistory, onPerson }: HeaderProps) => {
  const { chat, frame, channel } = usePage();
  const { session, conversation } = useChatState();
  const isWidget = channel === 'WIDGET' || channel === 'LIVE_CHAT_WIDGET_1';
  const name = session?.agent.name ?? '';
  return (
    <header class="header">
      <IconButton class="history-button" icon="menu" label={t('history')} onClick={onHistory} />
      {session?.agent.logo ? (
        <img class="logo" src={session.agent.logo.url} alt={session.agent.logo.alt} />
      ) : (
        <Avatar />
      )}
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <PersonButton class="person-header" onClick={onPerson} />
      <IconButton
        icon="compose"
        label={t('newConversation')}
        disabled={conversation.entries.length === 0}
        onClick={() => void chat.startConversation()}
      />
      <ThemeButton />
      {isWidget && frame.isFramed && (
        <IconButton icon="close" label={t('close')} onClick={() => frame.tell('close')} />
      )}
    </header>
  );
};

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';
import { ThemeButton } from './theme-button.tsx';

const HistoryList = ({ onChosen }: { onChosen(): void }) => {
  const { chat, dateLocale } = usePage();
  const { history, conversation } = useChatState();
  const { conversationId, entries } = conversation;
  // A conversation is listed once its first message is stored.
  const first = entries.find(({ role }) => role === 'user')?.messageId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with another or a new conversation
  useEffect(() => {
    void chat.loadHistory();
  }, [chat, conversationId, first]);
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' });
  return (
    <>
      <button
        type="button"
        class="history-new"
        onClick={() => {
          void chat.startConversation();
          onChosen();
        }}
      >
        <Icon name="compose" /> {t('newConversation')}
      </button>
      {history?.conversations.length === 0 && <p class="aside">{t('noHistory')}</p>}
      <ul class="history-list">
        {history?.conversations.map((item) => (
          <li key={item.conversation_id}>
            <button
              type="button"
              aria-current={item.conversation_id === conversationId}
              onClick={() => {
                void chat.openConversation(item.conversation_id);
                onChosen();
              }}
            >
              <span class="history-subject">
                <bdi>{item.subject || t('newConversation')}</bdi>
              </span>
              <span class="history-date">{format.format(item.recent_chat_time)}</span>
            </button>
          </li>
        ))}
      </ul>
      {history?.more && (
        <button
          type="button"
          class="text-button"
          onClick={() => void chat.loadHistory(history.conversations.at(-1)?.conversation_id)}
        >
          {t('showMore')}
        </button>
      )}
    </>
  );
};

/** Sidebar, where there is enough room. */
export const HistorySide = () => {
  return (
    <aside class="history-side" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <HistoryList onChosen={() => {}} />
    </aside>
  );
};

/** Drawer over the conversation, on narrow screens. */
export const HistoryDrawer = ({ onClose }: { onClose(): void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      class="drawer"
      ref={dialog}
      aria-label={t('history')}
      onClose={onClose}
      // Escape closes only the drawer, not the widget.
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="drawer-content">
        <div class="drawer-head">
          <h2>{t('history')}</h2>
          <ThemeButton />
          <IconButton icon="close" label={t('close')} onClick={() => dialog.current?.close()} />
        </div>
        <HistoryList onChosen={() => dialog.current?.close()} />
      </div>
    </dialog>
  );
};

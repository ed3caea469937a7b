import { useEffect, useRef, useState } from 'preact/hooks';
import { relativeTime } from '../messages/relative-time.ts';
import { t } from '../messages/translate.ts';
import type { ListedConversation } from '../service/wire.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';
import { ThemeButton } from './theme-button.tsx';
import { useExtra } from './use-extra.ts';

const loadDialog = () =>
  import('./extras/conversation-dialog.tsx').then(({ loadConversationDialog }) => loadConversationDialog());

const nameOf = ({ title, subject }: ListedConversation): string => title || subject || t('newConversation');

const tickMs = 30_000;

/** The time for relative dates, renewed while it is shown. */
const useNow = (): number => {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};

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
  const nowMs = useNow();
  const fullDate = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'full', timeStyle: 'short' });
  const [managed, setManaged] = useState<ListedConversation>();
  const dialog = useExtra(managed !== undefined, loadDialog);
  const closeDialog = (): void => {
    const id = managed?.conversation_id;
    setManaged(undefined);
    // The list may have changed: a deleted conversation has no button any more.
    setTimeout(() => (document.getElementById(`manage-${id}`) ?? newButton.current)?.focus());
  };
  const newButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        class="history-new"
        ref={newButton}
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
                <bdi>{nameOf(item)}</bdi>
              </span>
              <time
                class="history-date"
                dateTime={new Date(item.recent_chat_time).toISOString()}
                title={fullDate.format(item.recent_chat_time)}
              >
                {relativeTime(item.recent_chat_time, nowMs, dateLocale)}
              </time>
            </button>
            <IconButton
              id={`manage-${item.conversation_id}`}
              icon="more"
              label={t('manageConversation', { name: nameOf(item) })}
              onClick={() => setManaged(item)}
            />
          </li>
        ))}
      </ul>
      {dialog && managed && (
        <dialog.ConversationDialog
          key={managed.conversation_id}
          conversation={managed}
          onClose={closeDialog}
        />
      )}
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
      {/* Not a heading: the first heading of the page is the agent's name. The landmark has the same label. */}
      <p class="history-title" aria-hidden="true">
        {t('history')}
      </p>
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
          <h2 class="history-title">{t('history')}</h2>
          <ThemeButton />
          <IconButton icon="close" label={t('close')} onClick={() => dialog.current?.close()} />
        </div>
        <HistoryList onChosen={() => dialog.current?.close()} />
      </div>
    </dialog>
  );
};

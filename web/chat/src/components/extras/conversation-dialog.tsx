import { useEffect, useRef, useState } from 'preact/hooks';
import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import type { ListedConversation } from '../../service/wire.ts';
import { usePage } from '../page-context.ts';
import './extras.css';

const mostCharacters = 100;

interface ConversationDialogProps {
  conversation: ListedConversation;
  onClose(): void;
}

/** Renames or deletes a conversation. Deleting asks again in the same dialog. */
const ConversationDialog = ({ conversation, onClose }: ConversationDialogProps) => {
  const { chat } = usePage();
  const { conversation_id: id, subject } = conversation;
  const [title, setTitle] = useState(conversation.title);
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const cancel = useRef<HTMLButtonElement>(null);
  // The button that was pressed disappears. The harmless choice gets the focus.
  useEffect(() => {
    if (isDeleting) cancel.current?.focus();
  }, [isDeleting]);
  const act = async (work: () => Promise<boolean>): Promise<void> => {
    setBusy(true);
    await work();
    // An error is shown in the page below.
    dialog.current?.close();
  };
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby="dialog-title"
      onClose={(event) => {
        event.stopPropagation();
        onClose();
      }}
      // Escape closes only the dialog, not the widget.
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <form
        class="dialog-content"
        onSubmit={(event) => {
          event.preventDefault();
          void act(() => (isDeleting ? chat.remove(id) : chat.rename(id, title)));
        }}
      >
        <h2 id="dialog-title">{t(isDeleting ? 'manage.confirm' : 'manage.title')}</h2>
        {isDeleting ? (
          <>
            <p>
              <bdi>{conversation.title || subject}</bdi>
            </p>
            <p class="aside">{t('manage.deleteHint')}</p>
          </>
        ) : (
          <label>
            {t('manage.name')}
            <input
              value={title}
              maxLength={mostCharacters}
              placeholder={subject}
              dir="auto"
              autocomplete="off"
              onInput={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          </label>
        )}
        <div class="choices">
          {!isDeleting && (
            <button type="button" class="text-button danger" onClick={() => setDeleting(true)}>
              {t('manage.delete')}
            </button>
          )}
          <button type="button" class="text-button" ref={cancel} onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
          <button type="submit" class={isDeleting ? 'button button-danger' : 'button'} disabled={isBusy}>
            {t(isDeleting ? 'manage.delete' : 'manage.save')}
          </button>
        </div>
      </form>
    </dialog>
  );
};

export const loadConversationDialog = async () => {
  await loadLateMessages();
  return { ConversationDialog };
};

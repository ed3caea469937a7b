import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../messages/translate.ts';
import type { Entry } from '../../state/entries.ts';
import { usePage } from '../page-context.ts';
import './extras.css';

/** Changes the text of a sent message. The new message replaces it once the service has accepted it. */
export const QuestionEditor = ({ entry, onClose }: { entry: Entry; onClose(): void }) => {
  const { chat } = usePage();
  const [text, setText] = useState(entry.text);
  const [isSending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(entry.text.length, entry.text.length);
  }, [entry]);
  const words = text.trim();
  const send = async (): Promise<void> => {
    if (words === '' || isSending) return;
    if (words === entry.text) return onClose();
    setSending(true);
    if (!(await chat.replace(entry, words))) setSending(false);
  };
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Closes only the editor, not the widget.
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <textarea
        ref={area}
        dir="auto"
        rows={2}
        value={text}
        aria-label={t('edit')}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // During input method composition, Enter accepts the suggestion.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
          event.preventDefault();
          void send();
        }}
      />
      <div class="choices">
        <button type="button" class="text-button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="submit" class="button" disabled={words === '' || isSending}>
          {t('send')}
        </button>
      </div>
    </form>
  );
};

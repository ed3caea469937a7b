import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../messages/translate.ts';
import { usePage } from '../page-context.ts';

/** Asks for the e-mail address that a human service needs. */
export const EmailForm = ({ onDone, onCancel }: { onDone(): void; onCancel(): void }) => {
  const { chat } = usePage();
  const [email, setEmail] = useState('');
  const [isSending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    if (await chat.askForPerson(email)) onDone();
    else setSending(false);
  };
  return (
    <form class="bar bar-form" onSubmit={(event) => void submit(event)}>
      <label for="email">{t('email.question')}</label>
      <input
        id="email"
        type="email"
        required
        autocomplete="email"
        placeholder={t('email.label')}
        ref={input}
        value={email}
        onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <button type="submit" class="button" disabled={isSending}>
        {t('email.submit')}
      </button>
      <button type="button" class="text-button" onClick={onCancel}>
        {t('cancel')}
      </button>
    </form>
  );
};

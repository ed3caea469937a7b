import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useChatState, usePage } from './page-context.ts';

/** Says that a person is coming or there, and lets the user go back to the agent. */
export const PersonBar = () => {
  const { chat, texts } = usePage();
  const { status } = useChatState().conversation;
  if (status === 'agent' || status === 'email') return null;
  return (
    <div class="bar bar-person" role="status">
      <Icon name="person" />
      <span>{status === 'waiting' ? texts.waitingForPerson : texts.withPerson}</span>
      <button type="button" class="text-button" onClick={() => void chat.leavePerson()}>
        {texts.leavePerson}
      </button>
    </div>
  );
};

/** Asks for the e-mail address that a human service needs. */
export const EmailForm = ({ onDone, onCancel }: { onDone(): void; onCancel(): void }) => {
  const { chat, texts } = usePage();
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
      <label for="email">{texts.emailQuestion}</label>
      <input
        id="email"
        type="email"
        required
        autocomplete="email"
        placeholder={texts.emailLabel}
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
        {texts.emailSubmit}
      </button>
      <button type="button" class="text-button" onClick={onCancel}>
        {texts.cancel}
      </button>
    </form>
  );
};

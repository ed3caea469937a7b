import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../messages/translate.ts';
import { useChatState, usePage } from '../page-context.ts';
import './extras.css';

/** Limit of the service. */
const mostCharacters = 5000;

interface Fault {
  field: 'text' | 'email';
  words: string;
}

const faultId = 'left-message-fault';

/** Takes a message for the operators when nobody answers. It replaces the text box until the message is sent. */
export const LeaveMessageForm = () => {
  const { chat, browserStorage } = usePage();
  const { session } = useChatState();
  // The same draft as in the text box: what the user wrote there is neither lost nor sent to somebody else.
  const [text, setText] = useState(() => browserStorage.get('draft') ?? '');
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<Fault>();
  // Not a state: the second click of a double click may come before the next rendering.
  const isSending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const textBox = useRef<HTMLTextAreaElement>(null);
  const emailBox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After a reload, and in a frame that the user has not touched, the focus stays where it is.
    if (navigator.userActivation?.hasBeenActive) textBox.current?.focus();
    const shown = form.current;
    return () => {
      if (shown?.contains(document.activeElement) || document.activeElement === document.body)
        setTimeout(() => document.querySelector<HTMLElement>('.composer textarea')?.focus());
    };
  }, []);

  const write = (next: string): void => {
    browserStorage.set('draft', next || undefined);
    setText(next);
    setFault(undefined);
  };
  const refuse = (found: Fault): void => {
    setFault(found);
    (found.field === 'text' ? textBox : emailBox).current?.focus();
  };
  const findFault = (): Fault | undefined => {
    const { length } = text.trim();
    if (length === 0) return { field: 'text', words: t('handoff.emptyMessage') };
    if (length > mostCharacters) return { field: 'text', words: t('problem.tooLong') };
    if (emailBox.current && (email === '' || !emailBox.current.validity.valid))
      return { field: 'email', words: t('email.invalid') };
    return undefined;
  };
  const send = async (): Promise<void> => {
    const draft = browserStorage.get('draft');
    // Removed first: the text box that returns after the message was sent would show it again.
    browserStorage.set('draft', undefined);
    if (await chat.leaveMessage(text.trim(), email || undefined)) return;
    const { problem, conversation } = chat.store.get();
    // The message was sent, but the newest messages could not be read.
    if (conversation.status !== 'message') return;
    browserStorage.set('draft', draft);
    if (problem?.status === 409) {
      // A person has replied meanwhile, the session has ended, or another page has sent a message.
      chat.dismissProblem();
      await chat.openConversation(conversation.conversationId!);
      return;
    }
    // The service accepts fewer addresses than the browser.
    if (problem?.status !== 400 || !problem.message.startsWith('email')) return;
    chat.dismissProblem();
    refuse({ field: 'email', words: t('email.invalid') });
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending.current) return;
    const found = findFault();
    if (found) return refuse(found);
    isSending.current = true;
    await send();
    isSending.current = false;
  };
  const describe = (field: Fault['field']) =>
    fault?.field === field ? { 'aria-invalid': true, 'aria-describedby': faultId } : {};

  return (
    <form class="bar bar-form" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <label for="left-message">{t('handoff.leaveMessage')}</label>
      <textarea
        id="left-message"
        required
        rows={3}
        dir={text === '' ? undefined : 'auto'}
        ref={textBox}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        {...describe('text')}
      />
      {session?.features.handoff_needs_email && (
        <>
          <label for="left-email">{t('email.label')}</label>
          <input
            id="left-email"
            type="email"
            required
            autocomplete="email"
            maxLength={254}
            ref={emailBox}
            value={email}
            onInput={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setFault(undefined);
            }}
            {...describe('email')}
          />
        </>
      )}
      {fault && (
        <p class="failure" role="alert" id={faultId}>
          {fault.words}
        </p>
      )}
      <div class="choices">
        <button type="button" class="text-button" onClick={() => void chat.leavePerson()}>
          {t('handoff.leave')}
        </button>
        <button type="submit" class="button">
          {t('send')}
        </button>
      </div>
    </form>
  );
};

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { acceptedTypes } from '../attachments/file-kinds.ts';
import { t } from '../messages/translate.ts';
import { canRecord } from '../recording/voice-message.ts';
import type { Entry } from '../state/entries.ts';
import { disclosureId } from './disclosure.tsx';
import { IconButton } from './icon-button.tsx';
import { useChatState, usePage } from './page-context.ts';
import { ShownFiles } from './shown-files.tsx';
import { useExtra } from './use-extra.ts';
import type { PendingFiles } from './use-pending-files.ts';

/** The text being written. It survives a reload. */
const useDraft = (): [string, (text: string) => void] => {
  const { browserStorage } = usePage();
  const [text, setText] = useState(() => browserStorage.get('draft') ?? '');
  const change = (next: string): void => {
    browserStorage.set('draft', next || undefined);
    setText(next);
  };
  return [text, change];
};

/** A message that the service did not confirm before the page was closed returns to the box. */
const useUnsent = (setText: (text: string) => void): [boolean, () => void] => {
  const { browserStorage } = usePage();
  const { session, conversation } = useChatState();
  const [isUnsent, setUnsent] = useState(false);
  const [unsent] = useState(() => browserStorage.get('unsent'));
  const isLoaded = session !== null && !conversation.isLoading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the conversation is loaded
  useEffect(() => {
    if (!isLoaded || unsent === undefined || browserStorage.get('unsent') !== unsent) return;
    browserStorage.set('unsent', undefined);
    const newest = conversation.entries.findLast(({ role }) => role === 'user');
    if (newest?.text === unsent || browserStorage.get('draft')) return;
    setText(unsent);
    setUnsent(true);
  }, [isLoaded]);
  return [isUnsent, () => setUnsent(false)];
};

const FileButton = ({ accepted, onChosen }: { accepted: string; onChosen(files: File[]): void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        class="out-of-sight"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        accept={accepted}
        ref={input}
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])]);
          // Allows the user to choose the same file again after removing it.
          currentTarget.value = '';
        }}
      />
      <IconButton icon="attach" label={t('attach')} onClick={() => input.current?.click()} />
    </>
  );
};

/** Height in lines: one line with padding is 2.5, two lines are 4. */
const longEm = 3;

const fontSizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

const loadRecorder = () =>
  import('./extras/voice-recorder.tsx').then(({ loadVoiceRecorder }) => loadVoiceRecorder());

export const Composer = ({ pending }: { pending: PendingFiles }) => {
  const { chat } = usePage();
  const { session, conversation } = useChatState();
  const [text, setText] = useDraft();
  const [isUnsent, forgetUnsent] = useUnsent(setText);
  const [isRecording, setRecording] = useState(false);
  const voice = useExtra(isRecording, loadRecorder);
  /** What to do next, after a recording became text. */
  const [note, setNote] = useState('');
  const [isHasty, setHasty] = useState(false);
  const [isLong, setLong] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const running = conversation.entries.findLast(
    ({ role, status }) => role === 'assistant' && status === 'running',
  );
  const accepted = session ? acceptedTypes(session.features) : '';
  const canSend = session !== null && !running && (text.trim() !== '' || pending.files.length > 0);

  // Stays tall until the message is sent. A row that changes with every letter would be distracting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes
  useLayoutEffect(() => {
    if (text === '') setLong(false);
    else if (area.current && area.current.scrollHeight > longEm * fontSizeOf(area.current)) setLong(true);
  }, [text, isRecording]);
  // For browsers without `field-sizing`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useEffect(() => {
    if (!area.current || CSS.supports('field-sizing', 'content')) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [text, isLong]);

  const send = async (): Promise<void> => {
    if (!session) setHasty(true);
    if (!canSend) return;
    const words = text.trim();
    setText('');
    forgetUnsent();
    setNote('');
    area.current?.focus();
    await chat.send({ text: words, ...(await pending.take()) });
  };
  // Sends a message that the user submitted before the session was ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the session is ready
  useEffect(() => {
    if (session && isHasty) void send();
    if (session) setHasty(false);
  }, [session !== null]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // During input method composition, Enter accepts the suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void send();
  };
  const stopAnswer = (answer: Entry): void => {
    void chat.stop(answer);
    // The button disappears, so the focus moves to the text box, except where that would open an on-screen keyboard.
    if (matchMedia('(hover: hover)').matches) area.current?.focus();
  };
  const stopRecording = (): void => {
    setRecording(false);
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(-1, -1);
    });
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {(isUnsent || note) && (
        <p class="aside" role="status">
          {note || t('unsent')}
        </p>
      )}
      {pending.fault && (
        <p class="failure" role="alert">
          {pending.fault}
        </p>
      )}
      <ShownFiles files={pending.files.map(({ shown }) => shown)} onRemove={pending.remove} />
      {voice ? (
        <voice.VoiceRecorder
          onRecorded={(file) => {
            pending.add([file]);
            stopRecording();
          }}
          onText={(heard) => {
            setText([text.trimEnd(), heard].filter((part) => part !== '').join(' '));
            setNote(t('dictation.ready'));
            stopRecording();
          }}
          onGivenUp={(reason = '') => {
            pending.say(reason);
            stopRecording();
          }}
        />
      ) : (
        <div class={isLong ? 'composer-row composer-row-long' : 'composer-row'}>
          {accepted && <FileButton accepted={accepted} onChosen={pending.add} />}
          <textarea
            ref={area}
            rows={1}
            // The placeholder has the direction of the page. The text has the direction of its characters.
            dir={text === '' ? undefined : 'auto'}
            value={text}
            placeholder={t('messagePlaceholder')}
            aria-label={t('messageLabel')}
            aria-describedby={disclosureId}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setNote('');
            }}
            onKeyDown={onKeyDown}
            onPaste={({ clipboardData }) => clipboardData?.files.length && pending.add(clipboardData.files)}
          />
          {session && session.features.voice !== 'none' && canRecord() && (
            <IconButton
              icon="microphone"
              label={t('voice.record')}
              onClick={() => {
                pending.say('');
                setRecording(true);
              }}
            />
          )}
          {running ? (
            <IconButton
              class="send-button"
              icon="stop"
              label={t('stop')}
              disabled={running.messageId === null}
              onClick={() => stopAnswer(running)}
            />
          ) : (
            <IconButton
              class="send-button"
              icon="send"
              label={t('send')}
              disabled={!canSend}
              onClick={() => void send()}
            />
          )}
        </div>
      )}
    </form>
  );
};

import { useRef, useState } from 'preact/hooks';
import { describeFailure } from '../messages/describe-problem.ts';
import { t } from '../messages/translate.ts';
import { canReplace } from '../state/conversation.ts';
import { type Entry, isEmptyAnswer } from '../state/entries.ts';
import { AnswerActions } from './answer-actions.tsx';
import { Asks } from './asks.tsx';
import { IconButton } from './icon-button.tsx';
import { loadHandoff } from './load-handoff.ts';
import { useFromChat, usePage } from './page-context.ts';
import { RetryButton } from './retry-button.tsx';
import { ShownFiles, Spoken } from './shown-files.tsx';
import { useExtra } from './use-extra.ts';
import { useNotice } from './use-notice.ts';
import { Versions } from './versions.tsx';
import { Words } from './words.tsx';

const loadEditor = () => import('./extras/question-editor.tsx');
const loadCited = () => import('./extras/cited-answer.tsx');

const Question = ({ entry, isAlone }: { entry: Entry; isAlone: boolean }) => {
  const { chat } = usePage();
  const [isEditing, setEditing] = useState(false);
  const editor = useExtra(isEditing, loadEditor);
  const editButton = useRef<HTMLButtonElement>(null);
  const isReplaceable = useFromChat(({ conversation }) => canReplace(conversation, entry), entry);
  const close = (): void => {
    setEditing(false);
    // The editor had the focus.
    setTimeout(() => editButton.current?.focus());
  };
  const isUploading = entry.status === 'sending' && entry.files.length > 0 && entry.progress < 1;
  return (
    <>
      <ShownFiles files={entry.files} />
      {editor && isReplaceable ? (
        <editor.QuestionEditor entry={entry} onClose={close} />
      ) : (
        entry.text !== '' && (
          <div class="asked">
            {isReplaceable && (
              <IconButton
                class="edit-button"
                icon="edit"
                label={t('edit')}
                buttonRef={editButton}
                onClick={() => setEditing(true)}
              />
            )}
            <div class="bubble">
              <Words text={entry.text} isRich={false} />
            </div>
          </div>
        )
      )}
      {isAlone && <Versions entry={entry} />}
      {isUploading && <progress value={entry.progress} max={1} aria-label={t('uploading')} />}
      {entry.status === 'failed' && (
        <p class="failure">
          {entry.error && describeFailure(entry)}{' '}
          <RetryButton entry={entry} onRetry={() => void chat.retry(entry)} />
        </p>
      )}
    </>
  );
};

/** Not shown during a human session, because the chat does not know whether the person is typing. */
const Thinking = () => {
  const status = useFromChat(({ conversation }) => conversation.status);
  if (status !== 'agent') return null;
  return (
    <span class="thinking">
      <span class="out-of-sight">{t('answering')}</span>
      <i />
      <i />
      <i />
    </span>
  );
};

/** A person who takes over may leave the reply of the agent empty. */
const EmptyNote = () => {
  const status = useFromChat(({ conversation }) => conversation.status);
  return status === 'agent' ? <p class="aside">{t('emptyAnswer')}</p> : null;
};

const Answer = ({ entry }: { entry: Entry }) => {
  const isRunning = entry.status === 'running';
  const cited = useExtra(entry.citations.length > 0, loadCited);
  return (
    <>
      {cited ? (
        <cited.CitedAnswer entry={entry} />
      ) : (
        entry.text !== '' && <Words text={entry.text} isRich isGrowing={isRunning} />
      )}
      {isRunning && entry.text === '' && <Thinking />}
      {entry.audio.map((recording) => (
        <Spoken key={recording.url} {...recording} />
      ))}
      {entry.status === 'failed' && entry.error && <p class="failure">{describeFailure(entry)}</p>}
      {isEmptyAnswer(entry) && <EmptyNote />}
      {entry.status === 'stopped' && <p class="aside">{t('stopped')}</p>}
      {!isRunning && <AnswerActions entry={entry} />}
      {entry.asks && <Asks entry={entry} />}
    </>
  );
};

const Notice = ({ entry }: { entry: Entry }) => {
  const end = useExtra(entry.survey !== null, loadHandoff);
  return (
    <>
      <p dir="auto">{useNotice(entry)}</p>
      {end && <end.SessionSurvey entry={entry} />}
    </>
  );
};

interface LogEntryProps {
  entry: Entry;
  agentName: string;
  /** A question without an answer of the agent. */
  isAlone: boolean;
}

/** One entry of the log with the name of its author. */
export const LogEntry = ({ entry, agentName, isAlone }: LogEntryProps) => {
  const { dateLocale } = usePage();
  const avatar = useFromChat(({ session }) => session?.agent.avatar);
  const names = {
    user: t('you'),
    assistant: agentName,
    human: entry.person?.name ?? t('person'),
    notice: '',
  };
  const time = new Date(entry.createTimeMs);
  return (
    <li class={`entry entry-${entry.role}`}>
      <span class={entry.role === 'human' ? 'speaker' : 'out-of-sight'}>
        {entry.person?.picture && <img class="avatar entry-avatar" src={entry.person.picture} alt="" />}
        <span>{names[entry.role]}</span>{' '}
        <time dateTime={time.toISOString()}>
          {time.toLocaleTimeString(dateLocale, { hour: 'numeric', minute: '2-digit' })}
        </time>
      </span>
      {entry.role === 'assistant' && avatar && <img class="avatar entry-avatar" src={avatar} alt="" />}
      {entry.role === 'user' && <Question entry={entry} isAlone={isAlone} />}
      {entry.role === 'assistant' && <Answer entry={entry} />}
      {entry.role === 'human' && (
        <>
          <ShownFiles files={entry.files} />
          {entry.text && (
            <div class="bubble">
              <Words text={entry.text} isRich />
            </div>
          )}
        </>
      )}
      {entry.role === 'notice' && <Notice entry={entry} />}
    </li>
  );
};

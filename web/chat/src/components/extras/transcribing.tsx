import { useEffect, useRef, useState } from 'preact/hooks';
import { readBase64 } from '../../attachments/read-base64.ts';
import { describeProblem } from '../../messages/describe-problem.ts';
import { t } from '../../messages/translate.ts';
import { mostMinutes } from '../../recording/record.ts';
import type { TranscriptionProblem } from '../../service/wire.ts';
import { problemOf } from '../../state/chat.ts';
import { IconButton } from '../icon-button.tsx';
import { usePage } from '../page-context.ts';
import './extras.css';

const describe = (problem: TranscriptionProblem): string => {
  switch (problem) {
    case 'silent':
      return t('dictation.silent');
    case 'language':
      return t('dictation.language');
    case 'too_long':
      return t('dictation.tooLong', { minutes: mostMinutes });
    case 'unreadable':
      return t('dictation.unreadable');
    case 'unavailable':
      return t('dictation.unavailable');
  }
};

/** Errors of the service and of the connection. Another try with the same recording may succeed. */
const describeFailure = (error: unknown): string => {
  const problem = problemOf(error);
  return problem.code === 50000 ? t('dictation.unavailable') : describeProblem(problem);
};

interface TranscribingProps {
  recording: File;
  onText(text: string): void;
  /** Called when the recording is discarded, or gives no text. */
  onGivenUp(reason?: string): void;
}

/** Shown while a recording is turned into text. After a failure the recording is kept for another try. */
export const Transcribing = ({ recording, onText, onGivenUp }: TranscribingProps) => {
  const { chat } = usePage();
  const [failure, setFailure] = useState('');
  const [attempt, setAttempt] = useState(1);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every attempt
  useEffect(() => {
    const leaving = new AbortController();
    const work = async (): Promise<void> => {
      const audio = { name: recording.name, base64_content: await readBase64(recording) };
      const { text, problem } = await chat.transcribe(audio, leaving.signal);
      if (leaving.signal.aborted) return;
      if (problem === 'unavailable') setFailure(describe(problem));
      else if (problem) onGivenUp(describe(problem));
      else onText(text);
    };
    work().catch((error: unknown) => {
      if (!leaving.signal.aborted) setFailure(describeFailure(error));
    });
    return () => leaving.abort();
  }, [attempt]);
  // The button that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button changes with the state
  useEffect(() => button.current?.focus(), [failure]);

  if (failure)
    return (
      <div class="recorder recorder-failed">
        <p class="failure" role="alert">
          {failure}
        </p>
        <button type="button" class="text-button" onClick={() => onGivenUp()}>
          {t('dictation.discard')}
        </button>
        <button
          type="button"
          class="button"
          ref={button}
          onClick={() => {
            setFailure('');
            setAttempt(attempt + 1);
          }}
        >
          {t('tryAgain')}
        </button>
      </div>
    );
  return (
    <div class="recorder">
      <IconButton icon="close" label={t('cancel')} buttonRef={button} onClick={() => onGivenUp()} />
      <span class="recorder-time" role="status">
        {t('dictation.transcribing')}
      </span>
      <span class="thinking" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </div>
  );
};

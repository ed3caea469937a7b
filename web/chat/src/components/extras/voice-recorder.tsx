import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../messages/translate.ts';
import { longestSeconds, type Recorder, record } from '../../recording/record.ts';
import { IconButton } from '../icon-button.tsx';
import { useChatState } from '../page-context.ts';

interface VoiceRecorderProps {
  onRecorded(file: File): void;
  /** Called when there is no recording: discarded or denied. */
  onGivenUp(reason?: string): void;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Replaces the text box while a voice message is recorded. */
export const VoiceRecorder = ({ onRecorded, onGivenUp }: VoiceRecorderProps) => {
  const limit = longestSeconds(useChatState().session?.features.max_audio_mb ?? 1);
  const recorder = useRef<Recorder | undefined>(undefined);
  const finishButton = useRef<HTMLButtonElement>(null);
  const [seconds, setSeconds] = useState<number | undefined>();

  const finish = async (): Promise<void> => {
    const recording = recorder.current;
    recorder.current = undefined;
    const file = await recording?.finish().catch(() => undefined);
    if (file) onRecorded(file);
    else if (recording) onGivenUp();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts recording once, when it is shown
  useEffect(() => {
    let isGone = false;
    record().then(
      (started) => {
        if (isGone) return started.cancel();
        recorder.current = started;
        setSeconds(0);
        finishButton.current?.focus();
      },
      () => onGivenUp(t('voice.noMicrophone')),
    );
    return () => {
      isGone = true;
      recorder.current?.cancel();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer runs once a second
  useEffect(() => {
    if (seconds === undefined) return;
    if (seconds >= limit) return void finish();
    const timer = setTimeout(() => setSeconds(seconds + 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  return (
    <fieldset class="recorder" aria-label={t('voice.recording')}>
      <IconButton icon="close" label={t('voice.discard')} onClick={() => onGivenUp()} />
      <span class="recorder-light" aria-hidden="true" />
      <span class="recorder-time" role="timer">
        {t('voice.recording')} {clock(seconds ?? 0)}
      </span>
      <IconButton
        class="send-button"
        icon="check"
        label={t('voice.finish')}
        disabled={seconds === undefined}
        onClick={() => void finish()}
        buttonRef={finishButton}
      />
    </fieldset>
  );
};

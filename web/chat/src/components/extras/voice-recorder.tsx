import { useEffect, useRef, useState } from 'preact/hooks';
import { lengthText } from '../../../../messages/length-text.ts';
import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import { longestSeconds, type Recorder, record } from '../../recording/record.ts';
import { IconButton } from '../icon-button.tsx';
import { useChatState } from '../page-context.ts';
import { Transcribing } from './transcribing.tsx';

interface VoiceRecorderProps {
  /** The recording itself, for a model that accepts audio. */
  onRecorded(file: File): void;
  /** The text of the recording, to be corrected and sent. */
  onText(text: string): void;
  /** Called when there is no recording: discarded or denied. */
  onGivenUp(reason?: string): void;
}

/** Replaces the text box while a voice message is recorded and turned into text. */
const VoiceRecorder = ({ onRecorded, onText, onGivenUp }: VoiceRecorderProps) => {
  const features = useChatState().session?.features;
  const limit = longestSeconds(features?.max_audio_mb ?? 1);
  const recorder = useRef<Recorder | undefined>(undefined);
  const finishButton = useRef<HTMLButtonElement>(null);
  const [seconds, setSeconds] = useState<number | undefined>();
  const [recorded, setRecorded] = useState<File | undefined>();

  const finish = async (): Promise<void> => {
    const recording = recorder.current;
    recorder.current = undefined;
    const file = await recording?.finish().catch(() => undefined);
    if (!file) {
      if (recording) onGivenUp(t('dictation.silent'));
    } else if (features?.voice === 'text') setRecorded(file);
    else onRecorded(file);
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
      () => onGivenUp(t('dictation.noMicrophone')),
    );
    return () => {
      isGone = true;
      recorder.current?.cancel();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer runs once a second
  useEffect(() => {
    if (seconds === undefined || recorded) return;
    if (seconds >= limit) return void finish();
    const timer = setTimeout(() => setSeconds(seconds + 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  if (recorded) return <Transcribing recording={recorded} onText={onText} onGivenUp={onGivenUp} />;
  return (
    <fieldset class="recorder" aria-label={t('dictation.recording')}>
      <IconButton icon="close" label={t('dictation.discard')} onClick={() => onGivenUp()} />
      <span class="recorder-light" aria-hidden="true" />
      <span class="recorder-time" role="timer">
        {t('dictation.recording')} {lengthText(seconds ?? 0)}
      </span>
      <IconButton
        class="send-button"
        icon="check"
        label={t('dictation.finish')}
        disabled={seconds === undefined}
        onClick={() => void finish()}
        buttonRef={finishButton}
      />
    </fieldset>
  );
};

export const loadVoiceRecorder = async () => {
  await loadLateMessages();
  return { VoiceRecorder };
};

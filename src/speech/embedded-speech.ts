import { AppError } from '../lib/errors.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import { languageClass } from '../lib/language/index.ts';
import { RecognitionError } from '../recognition/index.ts';
import { audioSeconds } from './audio/audio-seconds.ts';
import { createEngine, type EngineOptions } from './engine-process.ts';
import { plainText } from './plain-text.ts';
import type { Listener, Voice } from './port.ts';
import { toSpeakableText } from './speakable-text.ts';
import { splitSentences } from './split-sentences.ts';
import type { EngineAnswer } from './worker/messages.ts';

const refuse = (answer: EngineAnswer): never => {
  if (answer.type === 'failed') throw new RecognitionError(answer.reason, answer.message);
  throw new Error(`A speech engine failed: ${answer.type === 'broken' ? answer.message : answer.type}`);
};

/** Offline English speech. One process per direction, so that a long recording does not delay replies. */
export const createEmbeddedSpeech = ({
  maxSpeechSeconds,
  documentTimeoutMs,
  ...options
}: EngineOptions & { maxSpeechSeconds: number; documentTimeoutMs: number }) => {
  const transcriber = createEngine(options);
  // Documents may take half an hour. Voice messages do not wait for them.
  const documentTranscriber = createEngine({ ...options, timeoutMs: documentTimeoutMs });
  const synthesizer = createEngine(options);
  const listener: Listener = {
    name: 'moonshine-tiny',
    languages: ['en'],
    transcribe: async (recording, { signal, owner, isBackground = false }) => {
      const engine = isBackground ? documentTranscriber : transcriber;
      const answer = await engine.run({ type: 'transcribe', ...recording }, signal, owner);
      return answer.type === 'transcribed' ? answer.passages : refuse(answer);
    },
  };
  const speakSentence = async (
    text: string,
    signal: AbortSignal | undefined,
    owner: FairOwner | undefined,
  ): Promise<Uint8Array> => {
    const answer = await synthesizer.run({ type: 'speak', text }, signal, owner);
    return answer.type === 'spoken' ? answer.bytes : refuse(answer);
  };
  const voice: Voice = {
    name: 'flite',
    speaks: (text) => languageClass(plainText(text)) === 'english',
    // One task per sentence, so that others get their turn and no task reaches the time limit.
    speak: async (text, signal, owner) => {
      const { sentences, rest } = splitSentences(toSpeakableText(text));
      const spoken: Uint8Array[] = [];
      let seconds = 0;
      for (const sentence of [...sentences, rest]) {
        if (!/\w/.test(sentence)) continue;
        const bytes = await speakSentence(sentence, signal, owner);
        seconds += audioSeconds(bytes, 'mp3');
        if (seconds > maxSpeechSeconds)
          throw new AppError(
            'invalidParameter',
            `text must take at most ${maxSpeechSeconds} seconds to speak`,
          );
        spoken.push(bytes);
      }
      return spoken.length === 0 ? new Uint8Array(0) : Buffer.concat(spoken);
    },
  };
  return {
    listener,
    voice,
    close: async (): Promise<void> => {
      await Promise.all([transcriber, documentTranscriber, synthesizer].map((engine) => engine.close()));
    },
  };
};

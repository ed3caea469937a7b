import type { FairOwner } from '../lib/fair-queue.ts';
import { languageCandidates } from '../lib/language/language-tags.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { RecognitionError } from '../recognition/index.ts';
import { audioSeconds } from './audio/audio-seconds.ts';
import { maxRecordingSeconds } from './audio/sound.ts';
import { createEmbeddedSpeech } from './embedded-speech.ts';
import { plainText } from './plain-text.ts';
import type { Listener, ListenOptions, Recording, SpokenPassage, Voice } from './port.ts';
import { createRemoteListener } from './remote/remote-listener.ts';
import { createRemoteVoice } from './remote/remote-voice.ts';
import type { SpeechServer } from './remote/speech-server.ts';

interface SpeechOptions {
  fetch: SafeFetch;
  /** Speech servers that replace the embedded engines. */
  server?: SpeechServer | undefined;
  /** Time limit for one recording or one sentence. */
  timeoutMs?: number;
  /** Time limit for one recording that is a document, with the embedded engine. */
  documentTimeoutMs?: number;
  memoryLimitMb?: number;
  idleMs?: number;
  /** Limit for one text with the embedded voice. */
  maxSpeechSeconds?: number;
}

/** Characters per second, slower than real voices (15), so that a caller with enough credits is never refused. */
const fastestLetters = 40;

export interface Transcription {
  text: string;
  seconds: number;
}

/** Called before transcription. Rejects if this many seconds are not allowed. */
export type AdmitSeconds = (seconds: number) => Promise<void>;

/** MP3. A text without words gives no bytes and 0 seconds. */
export interface SpeechAudio {
  bytes: Uint8Array;
  seconds: number;
}

/** Speech in both directions, by a configured server or an embedded engine. Nothing is loaded before it is needed. */
export const createSpeech = ({
  fetch,
  server,
  timeoutMs = 120_000,
  documentTimeoutMs = 1_800_000,
  memoryLimitMb = 1024,
  idleMs = 60_000,
  // Prose of the maximum length takes four minutes, a number of as many digits eighteen.
  maxSpeechSeconds = 600,
}: SpeechOptions) => {
  const embedded = createEmbeddedSpeech({
    timeoutMs,
    documentTimeoutMs,
    memoryLimitMb,
    idleMs,
    maxSpeechSeconds,
  });
  const listener: Listener = server?.transcriptionName
    ? createRemoteListener({ fetch, server, modelName: server.transcriptionName, timeoutMs })
    : embedded.listener;
  const voice: Voice = server?.synthesisName
    ? createRemoteVoice({ fetch, server, modelName: server.synthesisName, timeoutMs })
    : embedded.voice;
  return {
    listenerName: listener.name,
    voiceName: voice.name,
    /** Rejects with RecognitionError if the recording is the cause. Without speech the text is empty. */
    transcribe: async (
      recording: Recording,
      signal?: AbortSignal,
      admit?: AdmitSeconds,
      owner?: FairOwner,
      maxSeconds = maxRecordingSeconds,
    ): Promise<Transcription> => {
      const seconds = audioSeconds(recording.bytes, recording.format);
      if (seconds > maxSeconds) throw new RecognitionError('too-large', 'The recording is too long');
      await admit?.(seconds);
      const passages = await listener.transcribe(recording, { signal, owner });
      return { text: passages.map(({ text }) => text).join(' '), seconds };
    },
    /** A recording as a document, which no user waits for. Rejects with RecognitionError as `transcribe`. */
    transcribeDocument: async (
      recording: Recording,
      { signal, owner }: Pick<ListenOptions, 'signal' | 'owner'>,
    ): Promise<SpokenPassage[]> => {
      if (audioSeconds(recording.bytes, recording.format) > maxRecordingSeconds)
        throw new RecognitionError('too-large', 'The recording is too long');
      return listener.transcribe(recording, { signal, owner, isBackground: true });
    },
    /**
     * Whether recordings of a user with these languages can be transcribed. The languages are tags, such as pt-BR. Without
     * any, it is not known and assumed.
     */
    understands: (languages: readonly string[]): boolean =>
      listener.languages === undefined ||
      languages.length === 0 ||
      languages.flatMap(languageCandidates).some((tag) => listener.languages!.includes(tag)),
    /** False if the voice does not support the language of the text. */
    speaks: (text: string): boolean => voice.speaks?.(text) ?? true,
    /** Upper limit of the duration of a spoken text. */
    leastSeconds: (text: string): number =>
      (plainText(text).match(/[\p{L}\p{N}]/gu)?.length ?? 0) / fastestLetters,
    speak: async (text: string, signal?: AbortSignal, owner?: FairOwner): Promise<SpeechAudio> => {
      const bytes = await voice.speak(text, signal, owner);
      return { bytes, seconds: audioSeconds(bytes, 'mp3') };
    },
    close: embedded.close,
  };
};

export type Speech = ReturnType<typeof createSpeech>;

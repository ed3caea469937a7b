import type { FairOwner } from '../lib/fair-queue.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { RecognitionError } from '../recognition/index.ts';
import { audioSeconds } from './audio/audio-seconds.ts';
import { maxHeardSeconds } from './audio/sound.ts';
import { createEmbeddedSpeech } from './embedded-speech.ts';
import { plainText } from './plain-text.ts';
import type { Listener, Recording, Voice } from './port.ts';
import { createRemoteListener } from './remote/remote-listener.ts';
import { createRemoteVoice } from './remote/remote-voice.ts';
import type { SpeechServer } from './remote/speech-server.ts';

interface SpeechOptions {
  fetch: SafeFetch;
  /** Who listens and speaks instead of the embedded engines. */
  server?: SpeechServer | undefined;
  /** For one recording or one sentence. */
  timeoutMs?: number;
  memoryLimitMb?: number;
  idleMs?: number;
  /** Of one text by the embedded voice. */
  maxSpokenSeconds?: number;
}

/** A second. Voices say fifteen; whoever has the credits for a text must never be refused. */
const fastestLetters = 40;

export interface Heard {
  text: string;
  seconds: number;
}

/** Asked before anybody listens; rejects where so many seconds are not to be heard. */
export type AdmitSeconds = (seconds: number) => Promise<void>;

/** MP3. Of a text with nothing to say in it: no bytes, 0 seconds. */
export interface Spoken {
  bytes: Uint8Array;
  seconds: number;
}

/** Speech both ways, each by a configured server or by an engine of our own. Nothing is loaded before it is needed. */
export const createSpeech = ({
  fetch,
  server,
  timeoutMs = 120_000,
  memoryLimitMb = 1024,
  idleMs = 60_000,
  // Prose of the most characters a call may have takes four minutes, a number of as many digits eighteen.
  maxSpokenSeconds = 600,
}: SpeechOptions) => {
  const embedded = createEmbeddedSpeech({ timeoutMs, memoryLimitMb, idleMs, maxSpokenSeconds });
  const listener: Listener = server?.transcriptionName
    ? createRemoteListener({ fetch, server, modelName: server.transcriptionName, timeoutMs })
    : embedded.listener;
  const voice: Voice = server?.synthesisName
    ? createRemoteVoice({ fetch, server, modelName: server.synthesisName, timeoutMs })
    : embedded.voice;
  return {
    listenerName: listener.name,
    voiceName: voice.name,
    /** Rejects with RecognitionError when the recording is at fault. Where nobody speaks the text is empty. */
    transcribe: async (
      recording: Recording,
      signal?: AbortSignal,
      admit?: AdmitSeconds,
      owner?: FairOwner,
    ): Promise<Heard> => {
      const seconds = audioSeconds(recording.bytes, recording.format);
      if (seconds > maxHeardSeconds) throw new RecognitionError('too-large', 'The recording is too long');
      await admit?.(seconds);
      return { text: await listener.transcribe(recording, signal, owner), seconds };
    },
    /** False where the voice would read the words of another language by the rules of its own. */
    speaks: (text: string): boolean => voice.speaks?.(text) ?? true,
    /** It takes longer than this to say a text. */
    leastSeconds: (text: string): number =>
      (plainText(text).match(/[\p{L}\p{N}]/gu)?.length ?? 0) / fastestLetters,
    speak: async (text: string, signal?: AbortSignal, owner?: FairOwner): Promise<Spoken> => {
      const bytes = await voice.speak(text, signal, owner);
      return { bytes, seconds: audioSeconds(bytes, 'mp3') };
    },
    close: embedded.close,
  };
};

export type Speech = ReturnType<typeof createSpeech>;

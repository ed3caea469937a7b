import type { FairOwner } from '../lib/fair-queue.ts';
import type { FormatsOf } from '../lib/file-formats/index.ts';

export type AudioFormat = FormatsOf<'audio'>;

export interface Recording {
  bytes: Uint8Array;
  format: AudioFormat;
}

/** Speech to text. Nothing said gives an empty text. */
export interface Listener {
  name: string;
  /** Rejects with RecognitionError when the recording is at fault. */
  transcribe(recording: Recording, signal?: AbortSignal, owner?: FairOwner): Promise<string>;
}

/** Text to speech, as MP3. Text without anything to say gives no bytes. */
export interface Voice {
  name: string;
  /** Whether it knows the language of a text; absent: all of them. */
  speaks?(text: string): boolean;
  speak(text: string, signal?: AbortSignal, owner?: FairOwner): Promise<Uint8Array>;
}

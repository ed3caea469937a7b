import type { FairOwner } from '../lib/fair-queue.ts';
import type { FormatsOf } from '../lib/file-formats/index.ts';

export type AudioFormat = FormatsOf<'audio'>;

export interface Recording {
  bytes: Uint8Array;
  format: AudioFormat;
}

/** Speech to text. Without speech the text is empty. */
export interface Listener {
  name: string;
  /** Tags of the languages that it supports. Absent: all languages. */
  languages?: readonly string[];
  /** Rejects with RecognitionError if the recording is the cause. */
  transcribe(recording: Recording, signal?: AbortSignal, owner?: FairOwner): Promise<string>;
}

/** Text to speech, as MP3. A text without words gives no bytes. */
export interface Voice {
  name: string;
  /** Whether it supports the language of a text. Absent: all languages. */
  speaks?(text: string): boolean;
  speak(text: string, signal?: AbortSignal, owner?: FairOwner): Promise<Uint8Array>;
}

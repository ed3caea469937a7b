import type { FairOwner } from '../lib/fair-queue.ts';
import type { FormatsOf } from '../lib/file-formats/index.ts';

export type AudioFormat = FormatsOf<'audio'>;

export interface Recording {
  bytes: Uint8Array;
  format: AudioFormat;
}

/** A part of a recording with its text. */
export interface SpokenPassage {
  startSeconds: number;
  text: string;
}

export interface ListenOptions {
  signal?: AbortSignal | undefined;
  owner?: FairOwner | undefined;
  /** A document: no user waits for it, and it may take long. */
  isBackground?: boolean;
}

/** Speech to text. */
export interface Listener {
  name: string;
  /** Tags of the languages that it supports. Absent: all languages. */
  languages?: readonly string[];
  /** Without speech there are no passages. Rejects with RecognitionError if the recording is the cause. */
  transcribe(recording: Recording, options: ListenOptions): Promise<SpokenPassage[]>;
}

/** Text to speech, as MP3. A text without words gives no bytes. */
export interface Voice {
  name: string;
  /** Whether it supports the language of a text. Absent: all languages. */
  speaks?(text: string): boolean;
  speak(text: string, signal?: AbortSignal, owner?: FairOwner): Promise<Uint8Array>;
}

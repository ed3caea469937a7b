import type { RecognitionFailure } from '../../recognition/index.ts';
import type { AudioFormat, SpokenPassage } from '../port.ts';

/** Tasks of the service for an engine process. One at a time. */
export type EngineTask =
  | { type: 'transcribe'; bytes: Uint8Array; format: AudioFormat }
  | { type: 'speak'; text: string };

export type EngineAnswer =
  | { type: 'transcribed'; passages: SpokenPassage[] }
  | { type: 'spoken'; bytes: Uint8Array }
  /** The input is the cause. */
  | { type: 'failed'; reason: RecognitionFailure; message: string }
  /** The input is not the cause, for example missing weights. */
  | { type: 'broken'; message: string };

export type EngineMessage = { type: 'ready' } | EngineAnswer;

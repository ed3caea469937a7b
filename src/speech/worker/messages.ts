import type { RecognitionFailure } from '../../recognition/index.ts';
import type { AudioFormat } from '../port.ts';

/** What the service asks of an engine's process. One task at a time. */
export type EngineTask =
  | { type: 'transcribe'; bytes: Uint8Array; format: AudioFormat }
  | { type: 'speak'; text: string };

export type EngineAnswer =
  | { type: 'transcribed'; text: string }
  | { type: 'spoken'; bytes: Uint8Array }
  /** The input's fault. */
  | { type: 'failed'; reason: RecognitionFailure; message: string }
  /** Not the input's fault: weights missing, say. */
  | { type: 'broken'; message: string };

export type EngineMessage = { type: 'ready' } | EngineAnswer;

import type { ReplyEvent } from '../../rounds/index.ts';

/** Form of an output: written, spoken, or both. */
export type ReplyMode = 'text' | 'audio' | 'both';

/** Events that the agent emits; the engine emits the others. */
export type DeltaEvent = Extract<ReplyEvent, { type: 'text-delta' | 'audio-delta' }>;

/** Output of an agent. The first text of an output opens it and sets its form. Null: as configured in the agent. */
export interface OutputEvent {
  type: 'text-delta';
  text: string;
  opens?: { mode: ReplyMode | null };
}

import type { ReplyEvent } from '../rounds/index.ts';

/** How an output is given: written, spoken, or both. */
export type ReplyMode = 'text' | 'audio' | 'both';

/** Events that the agent emits; the engine emits the others. */
export type DeltaEvent = Extract<ReplyEvent, { type: 'text-delta' | 'audio-delta' }>;

/** What an agent says. The first words of an output open it and say how it is given; null: as the agent is set. */
export interface OutputEvent {
  type: 'text-delta';
  text: string;
  opens?: { mode: ReplyMode | null };
}

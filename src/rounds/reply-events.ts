import type { Usage } from '../usage/index.ts';
import type { ReplyOutput } from './reply-output.ts';

/**
 * All events of a round, in order:
 * message-start, then deltas, then component-outputs, usage, message-end;
 * or, if it fails after its start, a failure as the last one.
 */
export type ReplyEvent =
  | { type: 'message-start'; messageId: string; answerId: string }
  | { type: 'text-delta'; text: string }
  | { type: 'audio-delta'; audio: string; transcript: string }
  | { type: 'component-outputs'; outputs: ReplyOutput[] }
  | { type: 'usage'; usage: Usage }
  | { type: 'message-end' }
  /** `isCut`: the process was lost, and may have sent more than the log contains. */
  | { type: 'failure'; code: number; message: string; isCut?: true };

export const isLast = (event: ReplyEvent): boolean =>
  event.type === 'message-end' || event.type === 'failure';

/** Reads the column `events` of one batch of the log. */
export const decodeEvents = (events: string): ReplyEvent[] => JSON.parse(events);

export const encodeEvents = (events: readonly ReplyEvent[]): string => JSON.stringify(events);

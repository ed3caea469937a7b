import type { Usage } from '../usage/index.ts';

export interface ReplyAudio {
  url: string;
  transcript: string;
  seconds: number;
  /** Not told: by this the file goes when the conversation does. */
  fileId: string;
}

/** What one component of the agent said. A simple agent is one component without a branch. */
export interface ReplyOutput {
  text: string;
  branch: string;
  componentName: string;
  audio: ReplyAudio[];
  /** Given as sound alone; the text is what it says. */
  isAudioOnly?: boolean;
}

/**
 * Everything a round tells, in the order it is told:
 * message-start, then deltas, then component-outputs, usage, message-end;
 * or, when it goes wrong after its start, a failure as the last one.
 */
export type ReplyEvent =
  | { type: 'message-start'; messageId: string; answerId: string }
  | { type: 'text-delta'; text: string }
  | { type: 'audio-delta'; audio: string; transcript: string }
  | { type: 'component-outputs'; outputs: ReplyOutput[] }
  | { type: 'usage'; usage: Usage }
  | { type: 'message-end' }
  /** `isCut`: the process was lost, and may have sent more than the log holds. */
  | { type: 'failure'; code: number; message: string; isCut?: true };

export const isLast = (event: ReplyEvent): boolean =>
  event.type === 'message-end' || event.type === 'failure';

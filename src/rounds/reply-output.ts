import type { ToolCall } from '../models/port.ts';
import type { HistoryTurn } from './round-request.ts';

/** Calls of tools that the caller of the API runs. The round that brings their results continues with `turns`. */
export interface PendingCalls {
  /** Those that the caller answers, in the order of the model. */
  calls: ToolCall[];
  /** All turns of this round after its question: the last message of the model and those of the service's own tools. */
  turns: HistoryTurn[];
}

export interface ReplyAudio {
  url: string;
  transcript: string;
  seconds: number;
  /** Not sent to clients: the file's id, to delete it with the conversation. */
  fileId: string;
}

/** A field of a form that the user fills in. */
export interface AskedField {
  name: string;
  label: string;
  type: 'text' | 'number' | 'email' | 'phone' | 'date' | 'choice' | 'boolean';
  required: boolean;
  description: string;
  /** Of a choice; for a boolean the words for yes and no. */
  choices: string[];
  /** Shown for a value that is not valid. */
  invalidText: string;
  /** The value so far, as text. */
  value?: string;
  /** Why the value was not accepted. */
  error?: string;
}

/** What an output asks the user for, besides its text. Pages show it as buttons or as a form. */
export type AskedQuestion =
  | { kind: 'choices'; choices: string[] }
  | { kind: 'form'; fields: AskedField[]; requiredText: string; optionalText: string };

/** The output of one component of the agent. A simple agent is one component without a branch. */
export interface ReplyOutput {
  text: string;
  branch: string;
  componentName: string;
  audio: ReplyAudio[];
  /** Sent only as sound. The text is its transcript. */
  isAudioOnly?: boolean;
  asks?: AskedQuestion;
  pending?: PendingCalls;
  /** The model reached its output limit. */
  isCut?: true;
}

/** Reads the column `outputs`. Rounds stored before spoken replies existed have no `audio`. */
export const decodeOutputs = (outputs: string): ReplyOutput[] =>
  (JSON.parse(outputs || '[]') as ReplyOutput[]).map((output) => ({ ...output, audio: output.audio ?? [] }));

export const encodeOutputs = (outputs: readonly ReplyOutput[]): string => JSON.stringify(outputs);

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

/** Reads the column `outputs`. Rounds from before spoken replies have no `audio`. */
export const decodeOutputs = (outputs: string): ReplyOutput[] =>
  (JSON.parse(outputs || '[]') as ReplyOutput[]).map((output) => ({ ...output, audio: output.audio ?? [] }));

export const encodeOutputs = (outputs: readonly ReplyOutput[]): string => JSON.stringify(outputs);

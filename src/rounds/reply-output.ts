export interface ReplyAudio {
  url: string;
  transcript: string;
  seconds: number;
  /** Not sent to clients: the file's id, to delete it with the conversation. */
  fileId: string;
}

/** The output of one component of the agent. A simple agent is one component without a branch. */
export interface ReplyOutput {
  text: string;
  branch: string;
  componentName: string;
  audio: ReplyAudio[];
  /** Sent only as sound. The text is its transcript. */
  isAudioOnly?: boolean;
}

/** Reads the column `outputs`. Rounds stored before spoken replies existed have no `audio`. */
export const decodeOutputs = (outputs: string): ReplyOutput[] =>
  (JSON.parse(outputs || '[]') as ReplyOutput[]).map((output) => ({ ...output, audio: output.audio ?? [] }));

export const encodeOutputs = (outputs: readonly ReplyOutput[]): string => JSON.stringify(outputs);

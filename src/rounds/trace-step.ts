import type { TokenUsage } from '../models/port.ts';

export type StepKind = 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component' | 'speech';

/** Details that steps record. The console shows a label for each. */
export type StepDetailName =
  | 'agentId'
  | 'answer'
  | 'answeredBy'
  | 'arguments'
  | 'attempt'
  | 'branch'
  | 'by'
  | 'chunks'
  | 'continues'
  | 'correctionId'
  | 'did'
  | 'found'
  | 'id'
  | 'inputs'
  | 'iterations'
  | 'left'
  | 'outputs'
  | 'problem'
  | 'question'
  | 'query'
  | 'recordId'
  | 'request'
  | 'result'
  | 'score'
  | 'server'
  | 'table'
  | 'tool'
  | 'type'
  | 'version'
  | 'waits'
  | 'warnings'
  | 'words';

/** What a model was sent in a test chat. Not part of the trace that every operator reads. */
export interface SentRequest {
  messages: object[];
  tools: object[];
  /** Of the embedded model, which reads passages instead of the prompt. */
  passages?: object[];
  temperature?: number;
  maxOutputTokens?: number;
  reasoning?: string;
  /** Stored characters of all texts. */
  characters: number;
  /** The limit of the round was reached, and text is missing. */
  isCut: boolean;
}

export type StepDetail = { [Name in StepDetailName]?: unknown };

/** One step of a round, for the operators of the agent. */
export interface TraceStep {
  kind: StepKind;
  name: string;
  /** Since the round was accepted. */
  startMs: number;
  durationMs: number;
  /** When a model sent its first text to the user, since the round was accepted. */
  firstTextMs?: number;
  tokens?: TokenUsage;
  costNano?: number;
  detail?: StepDetail;
  error?: string;
}

/** Reads the column `steps`; a round that has not ended has none. */
export const decodeSteps = (steps: string | undefined): TraceStep[] =>
  steps === undefined ? [] : JSON.parse(steps);

export const encodeSteps = (steps: readonly TraceStep[]): string => JSON.stringify(steps);

/** Instead of the text of an error that may quote messages. */
const deletedError = 'The step failed. Its details were deleted';
/** Of a found chunk: where it is, and how well it matched. */
const keptOfChunk = new Set([
  'chunkId',
  'chunkIds',
  'dataId',
  'documentName',
  'score',
  'semanticScore',
  'keywordScore',
  'rerankScore',
]);

const reduceChunk = (chunk: unknown): object =>
  Object.fromEntries(Object.entries(chunk ?? {}).filter(([name]) => keptOfChunk.has(name)));

/**
 * A step without what users, models and tools wrote. Analytics get the same figures from it. The name of a recognised file
 * is a text of the user too.
 */
export const reduceStep = ({ detail, error, name, ...step }: TraceStep): TraceStep => ({
  ...step,
  name: step.kind === 'recognition' ? '' : name,
  ...(detail?.type === undefined && !Array.isArray(detail?.chunks)
    ? {}
    : {
        detail: {
          ...(detail.type === undefined ? {} : { type: detail.type }),
          ...(Array.isArray(detail.chunks) ? { chunks: detail.chunks.map(reduceChunk) } : {}),
        },
      }),
  ...(error === undefined ? {} : { error: deletedError }),
});

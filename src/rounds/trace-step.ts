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
  | 'did'
  | 'found'
  | 'id'
  | 'inputs'
  | 'iterations'
  | 'left'
  | 'outputs'
  | 'problem'
  | 'query'
  | 'recordId'
  | 'result'
  | 'server'
  | 'table'
  | 'tool'
  | 'type'
  | 'version'
  | 'waits'
  | 'warnings'
  | 'words';

export type StepDetail = { [Name in StepDetailName]?: unknown };

/** One step of a round, for the operators of the agent. */
export interface TraceStep {
  kind: StepKind;
  name: string;
  /** Since the round was accepted. */
  startMs: number;
  durationMs: number;
  tokens?: TokenUsage;
  costNano?: number;
  detail?: StepDetail;
  error?: string;
}

/** Reads the column `steps`; a round that has not ended has none. */
export const decodeSteps = (steps: string | undefined): TraceStep[] =>
  steps === undefined ? [] : JSON.parse(steps);

export const encodeSteps = (steps: readonly TraceStep[]): string => JSON.stringify(steps);

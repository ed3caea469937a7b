import type { TokenUsage } from '../models/port.ts';

export type StepKind = 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component' | 'speech';

/** One step of a round, for the people who look after the agent. */
export interface TraceStep {
  kind: StepKind;
  name: string;
  /** Since the round was accepted. */
  startMs: number;
  durationMs: number;
  tokens?: TokenUsage;
  costNano?: number;
  detail?: Record<string, unknown>;
  error?: string;
}

/** Reads the column `steps`; a round that has not ended has none. */
export const decodeSteps = (steps: string | undefined): TraceStep[] =>
  steps === undefined ? [] : JSON.parse(steps);

export const encodeSteps = (steps: readonly TraceStep[]): string => JSON.stringify(steps);

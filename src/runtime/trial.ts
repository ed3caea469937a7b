import type { FlowGraph } from '../flows/index.ts';
import type { StepKind, TraceStep } from './trace.ts';

/** One step of a round, told when it begins and again when it ends. */
export type LiveStep =
  | {
      state: 'started';
      /** Counts the steps of a round in the order they began. */
      id: number;
      kind: StepKind;
      name: string;
      startMs: number;
      detail?: Record<string, unknown>;
    }
  | ({ state: 'ended'; id: number } & TraceStep);

export type WatchStep = (step: LiveStep) => void;

/** What somebody who tries an agent out may ask for, and no caller of the developer API can. */
export interface Trial {
  /** In place of the published flow. Must have been checked. */
  draft?: FlowGraph;
  onStep: WatchStep;
}

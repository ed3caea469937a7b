import type { FlowGraph } from '../flows/index.ts';
import type { WatchStep } from './trace.ts';

/** What somebody who tries an agent out may ask for, and no caller of the developer API can. */
export interface Trial {
  /** In place of the published flow. Must have been checked. */
  draft?: FlowGraph;
  onStep: WatchStep;
}

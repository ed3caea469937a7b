import type { FlowGraph } from '../flows/index.ts';
import type { WatchStep } from './trace.ts';

/** Options of a test chat that no caller of the developer API has. */
export interface Trial {
  /** Replaces the published flow. Must have been validated. */
  draft?: FlowGraph;
  /** Somebody watches: the requests to the model are stored too. */
  onStep?: WatchStep;
  /** Called instead of starting a human session, so that nobody is disturbed. The agent adds nothing after it. */
  onHandoff?: () => void;
}

import type { FlowNode, NodeGraph, NodeOf, NodeType, Variables } from '../../flows/index.ts';
import type { Model } from '../../models/index.ts';
import type { StepDetail } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { RetrievedChunk } from '../ports.ts';
import type { OutputSlot, OutputSource } from './output-slot.ts';

/** State shared by the components of one flow. A sub-flow has its own. */
export interface FlowState {
  variables: Variables;
  /** Results of retrieval components, by their ids. */
  passages: Map<string, RetrievedChunk[]>;
  /** Kinds of files that every model of the flow reads itself. */
  takes: Model['takes'];
  /** Enclosing flows. */
  depth: number;
  /** Number of components run so far, over all flows of the round. */
  budget: { runsLeft: number };
}

export type RunGraph = (
  graph: NodeGraph,
  inside: { run: AgentRun; state: FlowState; slot: OutputSlot; branch: string },
) => Promise<void>;

export interface ComponentInput<Node extends FlowNode = FlowNode> {
  node: Node;
  /** The round with the component's own time limit and meter. */
  run: AgentRun;
  state: FlowState;
  /** The branch that led here. */
  branch: string;
  /** Output slot: for a reply, a model that a reply repeats, or a component that runs others. */
  slot: OutputSlot | undefined;
  source: OutputSource;
  runGraph: RunGraph;
}

export interface ComponentResult {
  /** The branch to take. Default: `next`. */
  branch?: string;
  /** For the trace. */
  detail?: StepDetail;
}

export type Component<Kind extends NodeType> = (
  input: ComponentInput<NodeOf<Kind>>,
) => Promise<ComponentResult>;

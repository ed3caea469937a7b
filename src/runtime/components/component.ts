import type { FlowNode, NodeGraph, NodeOf, NodeType, Variables } from '../../flows/index.ts';
import type { Model } from '../../models/index.ts';
import type { StepDetail } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { RetrievedChunk } from '../ports.ts';
import type { OutputSlot, OutputSource } from './output-slot.ts';
import type { QuestionTurn } from './questions/question-turn.ts';

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
  /** Only one question at a time, over all flows of the round. */
  turn: QuestionTurn;
}

/** Where a graph stopped because it waits for the user. JSON. */
export interface GraphSnapshot {
  /** The components that have ended, by ID. */
  ends: Record<string, NodeEnd>;
  /** What waiting components stored. A component that has not started yet has no entry. */
  waiting: Record<string, unknown>;
}

export interface NodeEnd {
  /** False: no branch led here, so no branch continues from here. */
  ran: boolean;
  left: string;
  /** The last named branch on the path. */
  branch: string;
}

/** Returns undefined if the graph has ended, or where it waits. */
export type RunGraph = (
  graph: NodeGraph,
  inside: {
    run: AgentRun;
    state: FlowState;
    slot: OutputSlot;
    branch: string;
    /** Set to continue after an answer of the user. */
    resumed?: GraphSnapshot | undefined;
  },
) => Promise<GraphSnapshot | undefined>;

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
  /** What the component stored when it began to wait, if it continues now. */
  resumed: unknown;
  runGraph: RunGraph;
}

export interface ComponentResult {
  /** The branch to take. Default: `next`. */
  branch?: string;
  /** The component waits for the user's next message. A component without a snapshot starts again. */
  waits?: { snapshot?: unknown };
  /** For the trace. */
  detail?: StepDetail;
}

export type Component<Kind extends NodeType> = (
  input: ComponentInput<NodeOf<Kind>>,
) => Promise<ComponentResult>;

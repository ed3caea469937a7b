import type { FlowGraph } from '../../../api/generated.ts';

export type FlowNode = FlowGraph['nodes'][number];
export type FlowEdge = FlowGraph['edges'][number];
/** Nodes and edges: a flow, or the body of a loop. */
export type NodeGraph = Pick<FlowGraph, 'nodes' | 'edges'>;

export type NodeType = FlowNode['type'];
export type NodeOf<Kind extends NodeType> = Extract<FlowNode, { type: Kind }>;

/** A loop cannot contain a loop: the editor does not offer it, and the service refuses it. */
export type LoopBody = NodeOf<'loop'>['body'];

export type FlowRule = NodeOf<'condition'>['branches'][number]['all'][number];
export type FlowValues = NodeOf<'http-tool'>['arguments'];
export type FlowValue = FlowValues[string];
/** The model of one component. Its API key is that of the agent's model at the same provider and URL. */
export type ComponentModel = NonNullable<NodeOf<'model'>['model']>;

import type { FlowGraph } from '../../../api/generated.ts';

export type FlowNode = FlowGraph['nodes'][number];
export type FlowEdge = FlowGraph['edges'][number];
/** Nodes and edges: a flow, or the body of a loop. */
export type NodeGraph = Pick<FlowGraph, 'nodes' | 'edges'>;

export type NodeType = FlowNode['type'];
export type NodeOf<Kind extends NodeType> = Extract<FlowNode, { type: Kind }>;

/** No loop stands in a loop: the editor offers none there, and the service refuses it. */
export type LoopBody = NodeOf<'loop'>['body'];

export type FlowRule = NodeOf<'condition'>['branches'][number]['all'][number];
export type FlowValues = NodeOf<'http-tool'>['arguments'];
export type FlowValue = FlowValues[string];
/** A model of a component's own; its key is that of the agent's model at the same provider and address. */
export type ComponentModel = NonNullable<NodeOf<'model'>['model']>;

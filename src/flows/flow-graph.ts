import { Type } from 'typebox';
import { Edge, type FlowEdge, type FlowNode, nodeSchemas } from './flow-nodes.ts';

/** Nodes and edges: a flow, or the body of a loop. */
export interface NodeGraph {
  nodes: FlowNode[];
  edges: FlowEdge[];
}

export interface FlowGraph extends NodeGraph {
  variables: Record<string, unknown>;
}

export const flowLimits = { nodes: 200, edges: 1000 };
/** Including those in the bodies of loops. */
export const mostNodes = 1000;

/** The published schema. Rules that it cannot express (one start, no cycle, …) are checked by `checkFlow`. */
export const FlowGraphSchema = Type.Object(
  {
    variables: Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }), Type.Unknown(), {
      default: {},
      description: 'Variables with their initial values',
      additionalProperties: false,
      maxProperties: 500,
    }),
    nodes: Type.Array(Type.Union([...nodeSchemas]), { minItems: 1, maxItems: flowLimits.nodes }),
    edges: Type.Array(Edge, { maxItems: flowLimits.edges, default: [] }),
  },
  { additionalProperties: false, title: 'FlowGraph' },
);

/** Variables of every flow at its start. */
export const givenVariables = [
  'question',
  'user_id',
  'conversation_id',
  'attributes',
  'failure',
  'iteration',
] as const;

/** The branches of a component, besides `failure`. */
export const branchesOf = (node: FlowNode): string[] => {
  if ('branches' in node) return [...node.branches.map(({ name }) => name), 'else'];
  return node.type === 'human-service' ? ['next', 'unavailable'] : ['next'];
};

export const failureBranch = 'failure';

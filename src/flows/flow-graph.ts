import { Type } from 'typebox';
import { Edge, type FlowEdge, type FlowNode, type NodeOf, nodeSchemas } from './flow-nodes.ts';
import { questionBranches } from './question-nodes.ts';

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

const { other, failed, cancelled } = questionBranches;

/** The branches of a component, besides `failure`. */
export const branchesOf = (node: FlowNode): string[] => {
  if ('branches' in node) return [...node.branches.map(({ name }) => name), 'else'];
  if (node.type === 'human-service') return ['next', 'unavailable'];
  if (node.type === 'ask') return ['next', other, failed, cancelled];
  if (node.type === 'form') return ['next', failed, cancelled];
  if (node.type === 'extract') return ['next', failed];
  return ['next'];
};

/** Whether an ask component rejects some answers. */
const rejectsAnswers = ({ choices, acceptOther, check }: NodeOf<'ask'>): boolean =>
  check !== 'none' || (choices.length > 0 && !acceptOther);

/** The branches that must be connected: without them a user would get no reply. */
export const requiredBranches = (node: FlowNode): string[] => {
  if ('branches' in node) return branchesOf(node);
  if (node.type === 'human-service') return ['unavailable'];
  if (node.type === 'extract') return node.defaults === null ? [failed] : [];
  if (node.type !== 'ask' && node.type !== 'form') return [];
  return [
    ...(node.type === 'ask' && node.choices.length > 0 && node.acceptOther ? [other] : []),
    ...(node.type === 'form' || rejectsAnswers(node) ? [failed] : []),
    ...(node.cancelWords.length > 0 ? [cancelled] : []),
  ];
};

export const failureBranch = 'failure';

import type { FlowGraph } from '../../../api/generated.ts';
import type { FlowNode, LoopBody, NodeGraph } from './flow-types.ts';

/** The flow itself (null), or the body of the loop with this id. */
export type Level = string | null;

const emptyGraph: NodeGraph = { nodes: [], edges: [] };

export const graphAt = (graph: FlowGraph, level: Level): NodeGraph => {
  if (level === null) return graph;
  const loop = graph.nodes.find(({ id }) => id === level);
  return loop?.type === 'loop' ? loop.body : emptyGraph;
};

export const changeAt = (
  graph: FlowGraph,
  level: Level,
  change: (graph: NodeGraph) => NodeGraph,
): FlowGraph => {
  if (level === null) return { ...graph, ...change(graph) };
  const nodes = graph.nodes.map((node) =>
    node.id === level && node.type === 'loop' ? { ...node, body: change(node.body) as LoopBody } : node,
  );
  return { ...graph, nodes };
};

/** All components, including those in loop bodies. */
export const allNodes = ({ nodes }: NodeGraph): FlowNode[] =>
  nodes.flatMap((node) => (node.type === 'loop' ? [node, ...allNodes(node.body)] : [node]));

/** Key of a component of any level, in maps of positions and states. */
export const placeKey = (level: Level, id: string): string => `${level ?? ''}/${id}`;

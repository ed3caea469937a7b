import { isDeepStrictEqual } from 'node:util';
import type { FlowGraph, NodeGraph } from './flow-graph.ts';
import type { FlowEdge } from './flow-nodes.ts';
import { readDraft } from './read-draft.ts';

const keyOf = ({ from, to, branch }: FlowEdge): string => `${from} ${to} ${branch}`;

/** An edge that was removed and drawn again is last. The order of edges has no meaning, the order of nodes has. */
const withSortedEdges = <Graph extends NodeGraph>(graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.type === 'loop' ? { ...node, body: withSortedEdges(node.body) } : node,
  ),
  edges: graph.edges.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
});

/** With the defaults of settings that were added after it was stored. */
const comparable = (stored: string): unknown => {
  const value: FlowGraph = JSON.parse(stored);
  const read = readDraft(value);
  return 'graph' in read ? withSortedEdges(read.graph) : value;
};

/** Whether two stored graphs do the same. Positions on the canvas are not part of a graph. */
export const isSameFlow = (one: string, other: string): boolean =>
  one === other || isDeepStrictEqual(comparable(one), comparable(other));

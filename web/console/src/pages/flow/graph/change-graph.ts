import type { LabelKey } from '../../../messages/translate.ts';
import type { FlowEdge, FlowNode, NodeGraph } from './flow-types.ts';

const isSameEdge = (one: FlowEdge, other: FlowEdge): boolean =>
  one.from === other.from && one.to === other.to && one.branch === other.branch;

export const addNode = ({ nodes, edges }: NodeGraph, node: FlowNode, edge?: FlowEdge): NodeGraph => ({
  nodes: [...nodes, node],
  edges: edge ? [...edges, edge] : edges,
});

export const replaceNode = ({ nodes, edges }: NodeGraph, node: FlowNode): NodeGraph => ({
  nodes: nodes.map((one) => (one.id === node.id ? node : one)),
  edges,
});

/** The reason why two components cannot be connected, or undefined. */
export const whyNotConnect = ({ nodes, edges }: NodeGraph, edge: FlowEdge): LabelKey | undefined => {
  if (edge.from === edge.to) return 'flow.connect.self';
  if (nodes.find(({ id }) => id === edge.to)?.type === 'start') return 'flow.connect.start';
  return leadsTo(edges, edge.to, edge.from) ? 'flow.connect.cycle' : undefined;
};

const leadsTo = (edges: readonly FlowEdge[], from: string, to: string): boolean => {
  const reached = new Set([from]);
  for (const id of reached) for (const edge of edges) if (edge.from === id) reached.add(edge.to);
  return reached.has(to);
};

export const connect = (graph: NodeGraph, edge: FlowEdge): NodeGraph =>
  whyNotConnect(graph, edge) !== undefined || graph.edges.some((one) => isSameEdge(one, edge))
    ? graph
    : { ...graph, edges: [...graph.edges, edge] };

export const disconnect = (graph: NodeGraph, gone: readonly FlowEdge[]): NodeGraph => ({
  ...graph,
  edges: graph.edges.filter((edge) => !gone.some((one) => isSameEdge(one, edge))),
});

/** Also removes their edges and references to them. The start cannot be removed. */
export const removeNodes = ({ nodes, edges }: NodeGraph, ids: readonly string[]): NodeGraph => {
  const gone = new Set(
    nodes.filter(({ id, type }) => ids.includes(id) && type !== 'start').map(({ id }) => id),
  );
  return {
    nodes: nodes
      .filter(({ id }) => !gone.has(id))
      .map((node) =>
        node.type === 'model' && node.passages.some((id) => gone.has(id))
          ? { ...node, passages: node.passages.filter((id) => !gone.has(id)) }
          : node,
      ),
    edges: edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
  };
};

/** Renames the branch in the edges of the component. */
export const renameBranch = (graph: NodeGraph, id: string, before: string, after: string): NodeGraph => ({
  ...graph,
  edges: graph.edges.map((edge) =>
    edge.from === id && edge.branch === before ? { ...edge, branch: after } : edge,
  ),
});

export const removeBranch = (graph: NodeGraph, id: string, branch: string): NodeGraph => ({
  ...graph,
  edges: graph.edges.filter((edge) => edge.from !== id || edge.branch !== branch),
});

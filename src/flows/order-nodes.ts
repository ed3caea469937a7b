import type { NodeGraph } from './flow-graph.ts';
import type { FlowNode } from './flow-nodes.ts';

/**
 * Topological order. Where it leaves a choice, the order in the flow. This is the
 * order of a flow's outputs. Nodes of a cycle and their successors are omitted.
 */
export const orderNodes = ({ nodes, edges }: NodeGraph): FlowNode[] => {
  const waitingFor = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) waitingFor.set(to, (waitingFor.get(to) ?? 0) + 1);
  const order: FlowNode[] = [];
  const left = [...nodes];
  for (;;) {
    const index = left.findIndex(({ id }) => waitingFor.get(id) === 0);
    if (index === -1) return order;
    const [node] = left.splice(index, 1);
    order.push(node!);
    for (const { from, to } of edges) if (from === node!.id) waitingFor.set(to, waitingFor.get(to)! - 1);
  }
};

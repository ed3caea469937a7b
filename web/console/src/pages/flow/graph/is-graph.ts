import type { FlowEdge, FlowNode, NodeGraph } from './flow-types.ts';
import { kinds } from './kinds/kinds.ts';

const isNode = (value: unknown): value is FlowNode => {
  const { id, name, type, body } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof type === 'string' &&
    Object.hasOwn(kinds, type) &&
    (type !== 'loop' || isGraph(body))
  );
};

const isEdge = (value: unknown): value is FlowEdge => {
  const { from, to, branch } = (value ?? {}) as Record<string, unknown>;
  return [from, to, branch].every((part) => typeof part === 'string');
};

/** Whether a value from the browser's storage, perhaps written by an earlier version of the console, is a graph. */
export const isGraph = (value: unknown): value is NodeGraph => {
  const { nodes, edges } = (value ?? {}) as Record<string, unknown>;
  return Array.isArray(nodes) && nodes.every(isNode) && Array.isArray(edges) && edges.every(isEdge);
};

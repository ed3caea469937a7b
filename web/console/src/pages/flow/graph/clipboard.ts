import type { FlowNode, LoopBody, NodeGraph } from './flow-types.ts';
import { isGraph } from './is-graph.ts';
import { createNames } from './names.ts';

/** The selected components and the edges between them, without the start: every flow has its own. */
export const pickNodes = ({ nodes, edges }: NodeGraph, ids: readonly string[]): NodeGraph => {
  const picked = nodes.filter(({ id, type }) => ids.includes(id) && type !== 'start');
  const isPicked = (id: string): boolean => picked.some((node) => node.id === id);
  return { nodes: picked, edges: edges.filter(({ from, to }) => isPicked(from) && isPicked(to)) };
};

/** The same components with new ids, so that they can be added to the flow they come from. */
export const renumber = (picked: NodeGraph, existing: readonly FlowNode[]): NodeGraph => {
  const names = createNames(existing);
  const ids = new Map(picked.nodes.map(({ id, type }) => [id, names.id(type)]));
  const renamed = (id: string): string => ids.get(id) ?? id;
  const nodes = picked.nodes.map((node): FlowNode => {
    const copy = { ...structuredClone(node), id: renamed(node.id) };
    if (copy.type === 'model') copy.passages = copy.passages.map(renamed);
    if (copy.type === 'loop') copy.body = renumberBody(copy.body, names);
    return copy;
  });
  return { nodes, edges: picked.edges.map((edge) => rename(edge, renamed)) };
};

const rename = (edge: NodeGraph['edges'][number], renamed: (id: string) => string) => ({
  ...edge,
  from: renamed(edge.from),
  to: renamed(edge.to),
});

const renumberBody = ({ nodes, edges }: LoopBody, names: ReturnType<typeof createNames>): LoopBody => {
  const ids = new Map(nodes.map(({ id, type }) => [id, names.id(type)]));
  const renamed = (id: string): string => ids.get(id) ?? id;
  return {
    nodes: nodes.map((node) =>
      node.type === 'model'
        ? { ...node, id: renamed(node.id), passages: node.passages.map(renamed) }
        : { ...node, id: renamed(node.id) },
    ),
    edges: edges.map((edge) => rename(edge, renamed)),
  };
};

const key = 'frontdesk.flow-clipboard';

/** Stored in the browser, so that components can be copied from one agent to another. */
export const clipboard = {
  write: (picked: NodeGraph): void => {
    try {
      localStorage.setItem(key, JSON.stringify(picked));
    } catch {
      // The browser stores nothing (private mode, quota): only the copy is lost.
    }
  },
  read: (): NodeGraph | undefined => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return isGraph(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
};

import type { Handle } from '../db/index.ts';
import type { FlowGraph, NodeGraph } from './flow-graph.ts';
import { findFlow, findVersion, insertVersion, pointTo, saveDraft } from './store.ts';

/** Knowledge belongs to its agent: a copy would find nothing in the original knowledge base, so it uses all its own. */
const withoutScopes = <Graph extends NodeGraph>(graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    if (node.type === 'retrieval') return { ...node, groupIds: null, dataIds: null };
    return node.type === 'loop' ? { ...node, body: withoutScopes(node.body) } : node;
  }),
});

const copied = (graph: string): string => JSON.stringify(withoutScopes(JSON.parse(graph) as FlowGraph));

/** Copies the draft and the published version as a new agent's first version. Earlier versions are not copied. */
export const copyFlow = async (
  tx: Handle,
  { from, to, by, nowMs }: { from: string; to: string; by: string; nowMs: number },
): Promise<void> => {
  const original = await findFlow(tx, from);
  if (!original) return;
  await saveDraft(tx, { agentId: to, draft: copied(original.draft), revision: 1, nowMs });
  if (original.published_version === null) return;
  const published = await findVersion(tx, from, original.published_version);
  if (!published) return;
  await insertVersion(tx, {
    agent_id: to,
    version: 1,
    graph: copied(published.graph),
    created_by: by,
    created_at: nowMs,
    note: published.note,
  });
  await pointTo(tx, { agentId: to, from: null, to: 1 });
};

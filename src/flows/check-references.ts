import type { FlowGraph, NodeGraph } from './flow-graph.ts';
import type { FlowNode } from './flow-nodes.ts';

export interface Surroundings {
  httpTools: readonly string[];
  mcpServers: readonly string[];
  /** Whether the agent is a flow agent of this workspace, another than this one, with a published flow. */
  hasFlow(agentId: string): Promise<boolean>;
}

const problemOf = async (node: FlowNode, around: Surroundings): Promise<string | undefined> => {
  if (node.type === 'http-tool' && !around.httpTools.includes(node.tool))
    return `the agent has no HTTP tool "${node.tool}"`;
  if (node.type === 'mcp-tool' && !around.mcpServers.includes(node.server))
    return `the agent has no MCP server "${node.server}"`;
  if (node.type === 'sub-flow' && !(await around.hasFlow(node.agentId)))
    return `"${node.agentId}" is not another agent of this workspace with a published flow`;
  return undefined;
};

const nodesOf = ({ nodes }: NodeGraph): FlowNode[] =>
  nodes.flatMap((node) => (node.type === 'loop' ? [node, ...nodesOf(node.body)] : [node]));

/** What a flow names outside itself and is not there. A draft may be ahead of that; what calls use may not. */
export const checkReferences = async (graph: FlowGraph, around: Surroundings): Promise<string[]> => {
  const problems: string[] = [];
  for (const node of nodesOf(graph)) {
    const problem = await problemOf(node, around);
    if (problem !== undefined) problems.push(`node "${node.id}": ${problem}`);
  }
  return problems;
};

import { isReference, type ModelReference } from '../models/index.ts';
import type { FlowGraph, NodeGraph } from './flow-graph.ts';
import type { FlowNode } from './flow-nodes.ts';

export interface Surroundings {
  httpTools: readonly string[];
  mcpServers: readonly string[];
  /** Whether the workspace has a connection with this model. */
  hasModel(model: ModelReference): Promise<boolean>;
  /** Whether the agent is another flow agent of this workspace with a published flow. */
  hasFlow(agentId: string): Promise<boolean>;
  /** The agents whose flows are sub-flows of an agent's published flow. */
  runBy(agentId: string): Promise<readonly string[]>;
  /** Why a schema does not compile, if it does not. */
  schemaProblem(schema: Record<string, unknown>): Promise<string | undefined>;
  /** The agent of the flow. */
  agentId: string;
}

/** Whether a flow calls itself through any number of sub-flows. */
const leadsBack = async (from: string, around: Surroundings): Promise<boolean> => {
  const seen = new Set<string>();
  const waiting = [from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === around.agentId) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(await around.runBy(next)));
  }
  return false;
};

const problemOf = async (node: FlowNode, around: Surroundings): Promise<string | undefined> => {
  if (node.type === 'http-tool' && !around.httpTools.includes(node.tool))
    return `the agent has no HTTP tool "${node.tool}"`;
  if (node.type === 'mcp-tool' && !around.mcpServers.includes(node.server))
    return `the agent has no MCP server "${node.server}"`;
  if ('model' in node && node.model && isReference(node.model) && !(await around.hasModel(node.model)))
    return `the workspace has no model connection with the model "${node.model.name}"`;
  if (node.type === 'sub-flow' && !(await around.hasFlow(node.agentId)))
    return `"${node.agentId}" is not another agent of this workspace with a published flow`;
  if (node.type === 'sub-flow' && (await leadsBack(node.agentId, around)))
    return `the flow of "${node.agentId}" calls this flow again; use a loop component to repeat steps`;
  const schemaProblem = node.type === 'extract' ? await around.schemaProblem(node.schema) : undefined;
  return schemaProblem === undefined ? undefined : `schema: ${schemaProblem}`;
};

const nodesOf = ({ nodes }: NodeGraph): FlowNode[] =>
  nodes.flatMap((node) => (node.type === 'loop' ? [node, ...nodesOf(node.body)] : [node]));

export const agentsRunBy = (graph: NodeGraph): string[] =>
  nodesOf(graph).flatMap((node) => (node.type === 'sub-flow' ? [node.agentId] : []));

/** References of a flow that do not exist. A draft may have them, a published version may not. */
export const checkReferences = async (graph: FlowGraph, around: Surroundings): Promise<string[]> => {
  const problems: string[] = [];
  for (const node of nodesOf(graph)) {
    const problem = await problemOf(node, around);
    if (problem !== undefined) problems.push(`node "${node.id}": ${problem}`);
  }
  return problems;
};

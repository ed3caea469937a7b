import { renderValues } from '../../flows/index.ts';
import { offeredName } from '../../tools/list-mcp-tools.ts';
import { callTool } from './call-tool.ts';
import type { Component } from './component.ts';

export const callMcpTool: Component<'mcp-tool'> = async ({ node, run, state: { variables } }) => {
  const { tools } = run.agent.settings;
  const mcp = tools.mcp.filter(({ name }) => name === node.server);
  if (mcp.length === 0) throw new Error(`the agent has no MCP server "${node.server}"`);
  const values = renderValues(node.arguments, variables);
  const name = offeredName(node.server, node.tool);
  const answer = await callTool(run, { ...tools, http: [], mcp }, { name, values });
  variables.set(node.saveAs, answer);
  return { detail: { server: node.server, tool: node.tool, result: answer.text.slice(0, 500) } };
};

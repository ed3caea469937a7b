import { renderValues } from '../../flows/index.ts';
import { callTool } from './call-tool.ts';
import type { Component } from './component.ts';

export const callHttpTool: Component<'http-tool'> = async ({ node, run, state: { variables } }) => {
  const { tools } = run.agent.settings;
  const http = tools.http.filter(({ name }) => name === node.tool);
  if (http.length === 0) throw new Error(`the agent has no HTTP tool "${node.tool}"`);
  const values = renderValues(node.arguments, variables);
  const answer = await callTool(run, { ...tools, http, mcp: [] }, { name: node.tool, values });
  variables.set(node.saveAs, answer);
  return { detail: { tool: node.tool, result: answer.text.slice(0, 500) } };
};

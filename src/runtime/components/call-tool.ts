import type { Agent } from '../../agents/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { serviceNames } from '../model-calls/tool-loop.ts';
import { callerOf } from '../round-access.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Calls one of the given tools. An error of the tool is the component's failure. */
export const callTool = async (
  run: AgentRun,
  tools: Agent['settings']['tools'],
  { name, values }: { name: string; values: Record<string, unknown> },
): Promise<{ text: string; data: unknown }> => {
  const { agent, round, ports, signal } = run;
  const box = await ports.tools.open({
    agent: { ...agent, settings: { ...agent.settings, tools } },
    ...callerOf(round),
    signal,
  });
  const { text, isError } = await box.call(name, JSON.stringify(values), signal);
  run.meter.addService('tool_call', 1, serviceNames.tool_call);
  if (isError) throw new Error([text, ...box.warnings].join(' '));
  return { text, data: parsed(text) };
};

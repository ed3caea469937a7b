import { createTableTools } from '../../tables/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { ToolBox, ToolResult } from '../ports.ts';
import { callerOf, mayUseTables, provenUserOf } from '../round-access.ts';
import { withHandoffTool } from './handoff-tool.ts';

/** Its calls are charged, also failed ones, because the other side was called. */
export const paidAs = (kind: NonNullable<ToolResult['paidAs']>, box: ToolBox): ToolBox => ({
  ...box,
  call: async (...input) => ({ ...(await box.call(...input)), paidAs: kind }),
});

/** All tools of the model in this round: the agent's own tools, its tables, the handoff. */
export const openToolBox = async (run: AgentRun): Promise<ToolBox> => {
  const { agent, round, ports, signal } = run;
  const [ownTools, tableTools] = await Promise.all([
    ports.tools.open({ agent, ...callerOf(round), signal }),
    mayUseTables(agent, round)
      ? createTableTools({ tables: ports.tables }).open({ agent, userId: provenUserOf(round) })
      : undefined,
  ]);
  const own = paidAs('tool_call', ownTools);
  if (!tableTools) return withHandoffTool(run, own);
  const tables = paidAs('database_processing', tableTools);
  if (tables.offers.length === 0) return withHandoffTool(run, own);
  return withHandoffTool(run, {
    // A tool of the operator has priority over one that is made from a table of the same name.
    offers: [
      ...own.offers,
      ...tables.offers.filter(({ name }) => !own.offers.some((one) => one.name === name)),
    ],
    warnings: [...own.warnings, ...tables.warnings],
    call: (name, argumentsText, callSignal) =>
      own.offers.some((one) => one.name === name)
        ? own.call(name, argumentsText, callSignal)
        : tables.call(name, argumentsText, callSignal),
  });
};

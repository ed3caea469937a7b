import { createTableTools } from '../tables/index.ts';
import type { AgentRun } from './agent-run.ts';
import { withHandoffTool } from './handoff-tool.ts';
import type { ToolBox } from './ports.ts';

/** Everything the model may call in this round: the agent's own tools, its tables, a person. */
export const openToolBox = async (run: AgentRun): Promise<ToolBox> => {
  const { agent, round, ports, signal } = run;
  const { userId, conversationId } = round;
  const [own, tables] = await Promise.all([
    ports.tools.open({ agent, userId, conversationId, signal }),
    createTableTools({ tables: ports.tables }).open({ agent, userId }),
  ]);
  if (tables.offers.length === 0) return withHandoffTool(run, own);
  return withHandoffTool(run, {
    // A tool the owner wrote goes before one that is made from a table of the same name.
    offers: [
      ...own.offers,
      ...tables.offers.filter(({ name }) => !own.offers.some((one) => one.name === name)),
    ],
    warnings: [...own.warnings, ...tables.warnings],
    call: (name, argumentsText, callSignal) =>
      own.offers.some((one) => one.name === name)
        ? own.call(name, argumentsText, callSignal)
        : tables.call(name, argumentsText),
  });
};

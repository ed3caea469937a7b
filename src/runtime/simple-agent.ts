import type { AgentRun } from './agent-run.ts';
import { gatherContext } from './gather-context.ts';
import { withHandoffTool } from './handoff-tool.ts';
import type { ReplyOutput } from './reply-events.ts';
import { toolLoop } from './tool-loop.ts';

/** An agent of one component: context, model, tools, answer. */
export const runSimpleAgent = async (run: AgentRun): Promise<ReplyOutput[]> => {
  const { agent, round, ports, signal } = run;
  const model = ports.models.forAgent(agent);
  const { messages, grounding } = await gatherContext(run, model);
  const ownTools = await ports.tools.open({
    agent,
    userId: round.userId,
    conversationId: round.conversationId,
    signal,
  });
  const toolBox = withHandoffTool(run, ownTools);
  const text = await toolLoop(run, { model, messages, grounding, toolBox });
  return [{ text, branch: '', componentName: agent.name, audio: [] }];
};

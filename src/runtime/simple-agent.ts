import type { AgentRun } from './agent-run.ts';
import { gatherContext } from './gather-context.ts';
import { withHandoffTool } from './handoff-tool.ts';
import type { ReplyEvent } from './reply-events.ts';
import { toolLoop } from './tool-loop.ts';

/** An agent of one component: context, model, tools, answer. */
export async function* runSimpleAgent(run: AgentRun): AsyncGenerator<ReplyEvent> {
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
  let text = '';
  for await (const delta of toolLoop(run, { model, messages, grounding, toolBox })) {
    text += delta;
    yield { type: 'text-delta', text: delta };
  }
  yield { type: 'component-outputs', outputs: [{ text, branch: '', componentName: agent.name, audio: [] }] };
}

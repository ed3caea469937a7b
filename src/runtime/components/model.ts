import { type NodeOf, renderTemplate } from '../../flows/index.ts';
import type { Round } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { gatherContext } from '../context/gather-context.ts';
import { withHandoffTool } from '../model-calls/handoff-tool.ts';
import { paidAs } from '../model-calls/open-tool-box.ts';
import { toolLoop } from '../model-calls/tool-loop.ts';
import type { ToolBox } from '../ports.ts';
import { callerOf } from '../round-access.ts';
import type { Component, ComponentInput } from './component.ts';
import { modelOfNode, noTools, withNodeSettings } from './node-model.ts';

type ModelInput = ComponentInput<NodeOf<'model'>>;

/** The round as this component sees it: its own question, and only the allowed memory. */
const ownRound = ({ node, run, state }: ModelInput): Round => {
  const { round } = run;
  const { request } = round;
  const files = round.question.filter(({ type }) => type !== 'text');
  return {
    ...round,
    question:
      node.question === null
        ? round.question
        : [{ type: 'text', text: renderTemplate(node.question, state.variables) }, ...files],
    request: {
      ...request,
      ...(node.memory.shortTerm ? {} : { shortTermMemory: false, history: [] }),
      ...(node.memory.longTerm ? {} : { longTermMemory: false }),
    },
  };
};

const openTools = async (run: AgentRun): Promise<ToolBox> => {
  const { agent, round, ports, signal } = run;
  const own = await ports.tools.open({ agent, ...callerOf(round), signal });
  return withHandoffTool(run, paidAs('tool_call', own));
};

export const askModel: Component<'model'> = async (input) => {
  const { node, run, state, slot, source } = input;
  const prompt = renderTemplate(node.prompt, state.variables) || run.agent.settings.prompt;
  const own: AgentRun = {
    ...withNodeSettings(run, node, { prompt }),
    round: ownRound(input),
    emit: (event) => {
      run.signal.throwIfAborted();
      if (event.type === 'text-delta') slot?.write(event.text, source);
    },
  };
  const model = { ...(await modelOfNode(run, node)), takes: state.takes };
  const passages = node.passages.flatMap((id) => state.passages.get(id) ?? []);
  const { messages, grounding } = await gatherContext(own, model, { passages });
  const toolBox = node.tools ? await openTools(own) : noTools;
  state.variables.set(node.saveAs, await toolLoop(own, { model, messages, grounding, toolBox }));
  return {};
};

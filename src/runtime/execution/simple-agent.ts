import type { ReplyOutput } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { gatherContext } from '../context/gather-context.ts';
import {
  findCorrection,
  passageOfCorrection,
  questionForCorrections,
  replyWithCorrection,
} from '../corrections/use-correction.ts';
import { openToolBox } from '../model-calls/open-tool-box.ts';
import { toolLoop } from '../model-calls/tool-loop.ts';

/** An agent with one component: context, model, tools, answer. A corrected answer replaces all of it. */
export const runSimpleAgent = async (run: AgentRun): Promise<ReplyOutput[]> => {
  const { agent, ports } = run;
  const correction = await findCorrection(run, questionForCorrections(run));
  if (correction && agent.settings.corrections.mode === 'answer') return replyWithCorrection(run, correction);
  const model = await ports.models.forAgent(agent);
  const { messages, grounding } = await gatherContext(run, model, {
    first: correction && passageOfCorrection(correction),
  });
  const toolBox = await openToolBox(run);
  await run.stored;
  const text = await toolLoop(run, { model, messages, grounding, toolBox });
  return [{ text, branch: '', componentName: agent.name, audio: [], ...run.ending }];
};

import { AppError } from '../../lib/errors.ts';
import type { ReplyOutput } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { FlowState, GraphSnapshot } from '../components/component.ts';
import { flowTakes } from '../components/flow-takes.ts';
import { openState } from '../components/open-state.ts';
import { createOutputSlot } from '../components/output-slot.ts';
import { longestState } from '../components/questions/question.ts';
import { createQuestionTurn } from '../components/questions/question-turn.ts';
import { runGraph } from '../components/run-graph.ts';
import { storeState } from '../components/stored-state.ts';
import type { NewPause } from './new-pause.ts';
import { type FlowToRun, findFlow, hashOfDraft, type PausedFlow } from './pause.ts';

/** Limit of components per round, including retries and loops. */
const mostComponentRuns = 2000;

/** Stored with the end of the round. Limited, because a flow can collect any amount of text. */
const makePause = ({ graph: flow, version }: FlowToRun, graph: GraphSnapshot, state: FlowState): NewPause => {
  const paused: PausedFlow = { graph, state: storeState(state) };
  const stored = JSON.stringify(paused);
  if (stored.length > longestState)
    throw new AppError(
      'internal',
      `The flow waits for the user with ${stored.length} characters of variables and chunks; at most ${longestState} can be stored`,
    );
  return {
    flowVersion: version,
    draftSha256: version === null ? hashOfDraft(flow) : null,
    state: stored,
    expiresAfterMs: state.turn.waitMinutes * 60_000,
  };
};

/** An agent with several components: runs its published flow as one round, or continues after a question. */
export const runFlowAgent = async (run: AgentRun): Promise<ReplyOutput[]> => {
  const { agent, ports, trace } = run;
  const flow = await findFlow(run);
  if (!flow) throw new AppError('invalidParameter', 'The agent has no published flow');
  await run.stored;
  const { paused } = flow;
  const takes = await flowTakes({ agent, models: ports.models, flows: ports.flows }, flow.graph);
  const shared = {
    takes,
    depth: 0,
    budget: { runsLeft: mostComponentRuns },
    turn: createQuestionTurn(paused !== undefined),
  };
  const state = await openState(run, flow.graph, shared, paused?.state);
  const slot = createOutputSlot(
    (text, opens) =>
      run.emit({ type: 'text-delta', text, ...(opens ? { opens: { mode: opens.mode } } : {}) }),
    run.outputs,
  );
  await trace.step('component', 'flow', async (note) => {
    note({ detail: { version: flow.version ?? 'draft', ...(paused ? { continues: true } : {}) } });
    const graph = await runGraph(flow.graph, { run, state, slot, branch: '', resumed: paused?.graph });
    slot.end();
    if (graph) run.waiting.pause = makePause(flow, graph, state);
  });
  return run.outputs;
};

import { AppError } from '../lib/errors.ts';
import type { ReplyOutput } from '../rounds/index.ts';
import type { AgentRun } from './agent-run.ts';
import { flowTakes } from './components/flow-takes.ts';
import { openState } from './components/open-state.ts';
import { createOutputSlot } from './components/output-slot.ts';
import { runGraph } from './components/run-graph.ts';

/** Limit of components per round, including retries and loops. */
const mostComponentRuns = 2000;

/** An agent with several components: runs its published flow as one round. */
export const runFlowAgent = async (run: AgentRun): Promise<ReplyOutput[]> => {
  const { agent, ports, trace } = run;
  const flow = run.draft ? { version: 'draft', graph: run.draft } : await ports.flows.published(agent.id);
  if (!flow) throw new AppError('invalidParameter', 'The agent has no published flow');
  await run.stored;
  const takes = await flowTakes({ agent, models: ports.models, flows: ports.flows }, flow.graph);
  const budget = { runsLeft: mostComponentRuns };
  const state = await openState(run, flow.graph, { takes, depth: 0, budget });
  const slot = createOutputSlot(
    (text, opens) =>
      run.emit({ type: 'text-delta', text, ...(opens ? { opens: { mode: opens.mode } } : {}) }),
    run.outputs,
  );
  await trace.step('component', 'flow', async (note) => {
    note({ detail: { version: flow.version } });
    await runGraph(flow.graph, { run, state, slot, branch: '' });
    slot.end();
  });
  return run.outputs;
};

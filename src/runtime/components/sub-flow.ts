import { isLongerThan, renderValues } from '../../flows/index.ts';
import type { Component, GraphSnapshot } from './component.ts';
import { openState } from './open-state.ts';
import { type StoredState, storeState } from './stored-state.ts';

/** Limit for a flow that calls itself, directly or through others. */
const deepest = 5;

/**
 * A result contains its inputs, which may be earlier results: a flow that gets one twice doubles it each time, without
 * using memory until it is written as text.
 */
const longestResult = 2_000_000;

interface SubFlowSnapshot {
  version: number;
  state: StoredState;
  graph: GraphSnapshot;
}

/** Runs another agent's published flow with this agent's models, knowledge, tables and tools. */
export const runSubFlow: Component<'sub-flow'> = async (input) => {
  const { node, run, state, branch, slot, runGraph } = input;
  const resumed = input.resumed as SubFlowSnapshot | undefined;
  if (state.depth >= deepest) throw new Error(`flows are nested more than ${deepest} deep`);
  const { agents, flows } = run.ports;
  const other = await agents.find(node.agentId);
  if (!other || other.deleted || other.workspaceId !== run.agent.workspaceId)
    throw new Error(`there is no agent "${node.agentId}" in this workspace`);
  // A sub-flow that was published meanwhile does not change one that waits for the user.
  const flow = await (resumed ? flows.version(other.id, resumed.version) : flows.published(other.id));
  if (!flow) throw new Error(`the agent "${other.name}" has no published flow`);
  const own = await openState(run, flow.graph, { ...state, depth: state.depth + 1 }, resumed?.state);
  if (!resumed)
    for (const [name, value] of Object.entries(renderValues(node.inputs, state.variables)))
      own.variables.set(name, value);
  const [part] = slot!.split(1);
  const graph = await runGraph(flow.graph, {
    run,
    state: own,
    slot: part!,
    branch,
    resumed: resumed?.graph,
  });
  part!.end();
  const detail = { agentId: other.id, version: flow.version };
  if (graph) {
    const snapshot: SubFlowSnapshot = { version: flow.version, state: storeState(own), graph };
    return { waits: { snapshot }, detail };
  }
  const result = Object.fromEntries(own.variables);
  if (isLongerThan(result, longestResult))
    throw new Error(`the variables of "${other.name}" have more than ${longestResult} characters`);
  state.variables.set(node.saveAs, result);
  return { detail };
};

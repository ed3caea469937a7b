import type { FlowGraph } from '../../../api/generated.ts';
import type { LiveStep } from '../../try-it/trial.ts';
import type { FlowNode, NodeGraph } from './flow-types.ts';
import { type Level, placeKey } from './levels.ts';

export interface RunState {
  state: 'running' | 'done' | 'failed';
  /** The branch that was taken. */
  left: string | undefined;
  durationMs: number | null;
  /** The number of runs. */
  runs: number;
}

/** The steps of components. The whole flow is also a step of this kind, but has no id. */
export const componentSteps = (steps: readonly LiveStep[]): LiveStep[] =>
  steps.filter(({ kind, detail }) => kind === 'component' && typeof detail.id === 'string');

/** Steps of a sub-flow can have the same ids; name and type distinguish most of them. */
const isOf = (node: FlowNode, { name, detail }: LiveStep): boolean =>
  node.id === detail.id && node.name === name && node.type === detail.type;

const levelsOf = (graph: FlowGraph): { level: Level; graph: NodeGraph }[] => [
  { level: null, graph },
  ...graph.nodes.flatMap((node) => (node.type === 'loop' ? [{ level: node.id, graph: node.body }] : [])),
];

export interface Place {
  level: Level;
  nodeId: string;
}

export const placeOf = (graph: FlowGraph, step: LiveStep): Place | undefined => {
  for (const { level, graph: inner } of levelsOf(graph)) {
    const node = inner.nodes.find((one) => isOf(one, step));
    if (node) return { level, nodeId: node.id };
  }
  return undefined;
};

/** A reply with only the text of the model before it is streamed while the model writes, and has no step. */
const addStreamedReplies = (
  { level, graph }: { level: Level; graph: NodeGraph },
  states: Map<string, RunState>,
) => {
  for (const node of graph.nodes) {
    if (node.type !== 'reply' || states.has(placeKey(level, node.id))) continue;
    const [edge, ...others] = graph.edges.filter(({ to }) => to === node.id);
    const source = graph.nodes.find(({ id }) => id === edge?.from);
    const state = source && states.get(placeKey(level, source.id));
    if (source?.type !== 'model' || !state || others.length > 0 || edge?.branch !== 'next') continue;
    if (state.state === 'failed' || node.text.replaceAll(/\s/g, '') !== `{{${source.saveAs}}}`) continue;
    states.set(placeKey(level, node.id), { ...state, left: state.state === 'done' ? 'next' : undefined });
  }
};

/** The state of each component, by its place key. */
export const runStates = (graph: FlowGraph, steps: readonly LiveStep[]): Map<string, RunState> => {
  const states = new Map<string, RunState>();
  for (const step of steps) {
    const place = placeOf(graph, step);
    if (!place) continue;
    const key = placeKey(place.level, place.nodeId);
    const isOver = step.durationMs !== null;
    states.set(key, {
      state: !isOver ? 'running' : step.error === null ? 'done' : 'failed',
      left: !isOver ? undefined : step.error === null ? String(step.detail.left ?? 'next') : 'failure',
      durationMs: step.durationMs,
      runs: (states.get(key)?.runs ?? 0) + 1,
    });
  }
  for (const level of levelsOf(graph)) addStreamedReplies(level, states);
  return states;
};

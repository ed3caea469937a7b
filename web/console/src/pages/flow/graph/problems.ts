import type { FlowGraph } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { graphAt, type Level, placeKey } from './levels.ts';

/** An error in a flow, and its component. */
export interface Problem {
  text: string;
  level: Level;
  /** undefined: the error concerns the whole flow. */
  nodeId: string | undefined;
}

const inBody = /^node "([^"]+)": body: (.*)$/s;
const ofNode = /^node "([^"]+)": (.*)$/s;
const ofEdge = /^edge "([^"]+)" → .*$/s;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const readAt = (text: string, level: Level): Problem => {
  const node = ofNode.exec(text);
  if (node) return { text: capitalised(node[2]!), level, nodeId: node[1] };
  return { text: capitalised(text), level, nodeId: ofEdge.exec(text)?.[1] };
};

/** Reads the component from the error text of the service: `node "a": …` or `node "loop": body: node "a": …`. */
export const readProblem = (sentence: string): Problem => {
  const loop = inBody.exec(sentence);
  if (!loop) return readAt(sentence, null);
  const inner = readAt(loop[2]!, loop[1]!);
  // An error of a whole body is shown at its loop.
  return inner.nodeId === undefined ? { ...inner, level: null, nodeId: loop[1] } : inner;
};

/** The number of problems of each component. Problems in a loop body also count for the loop. */
export const countProblems = (problems: readonly Problem[]): Map<string, number> => {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { level, nodeId } of problems) {
    if (nodeId !== undefined) add(placeKey(level, nodeId));
    if (level !== null) add(placeKey(null, level));
  }
  return counts;
};

export const nameOf = (graph: FlowGraph, { level, nodeId }: Problem): string => {
  if (nodeId === undefined) return t('flow.problems.flow');
  return graphAt(graph, level).nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
};

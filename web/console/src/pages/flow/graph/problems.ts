import type { FlowGraph } from '../../../api/generated.ts';
import { graphAt, type Level, placeKey } from './levels.ts';

/** Something wrong with a flow, and the component to look at. */
export interface Problem {
  text: string;
  level: Level;
  /** undefined: of the flow as a whole. */
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

/** The service names the node and the rule in a sentence; a node of a loop's body after the loop. */
export const readProblem = (sentence: string): Problem => {
  const loop = inBody.exec(sentence);
  if (!loop) return readAt(sentence, null);
  const inner = readAt(loop[2]!, loop[1]!);
  // A body as a whole is told of at its loop, which can be seen.
  return inner.nodeId === undefined ? { ...inner, level: null, nodeId: loop[1] } : inner;
};

/** How many problems there are at each component; those of a body count at its loop too. */
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
  if (nodeId === undefined) return 'Flow';
  return graphAt(graph, level).nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
};

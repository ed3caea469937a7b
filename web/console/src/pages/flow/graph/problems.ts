import type { FlowGraph, FlowProblem } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { kinds } from './kinds/kinds.ts';
import { graphAt, type Level, placeKey } from './levels.ts';

/** A problem of a flow, and its component. */
export interface Problem {
  text: string;
  level: Level;
  /** undefined: the problem concerns the whole flow. */
  nodeId: string | undefined;
  /** The setting, as in the graph. */
  field: string | undefined;
  /** Something that the flow names does not exist. The draft can still be run. */
  isReference: boolean;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const readProblem = ({ loopId, nodeId, field, message, isReference }: FlowProblem): Problem => ({
  text: capitalised(message),
  level: loopId,
  nodeId: nodeId ?? undefined,
  field: field ?? undefined,
  isReference,
});

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

const nodeOf = (graph: FlowGraph, { level, nodeId }: Problem) =>
  graphAt(graph, level).nodes.find(({ id }) => id === nodeId);

export const nameOf = (graph: FlowGraph, problem: Problem): string =>
  problem.nodeId === undefined ? t('flow.problems.flow') : (nodeOf(graph, problem)?.name ?? problem.nodeId);

/** The label of the setting as in the form of the component, if it has one there. */
export const fieldLabelOf = (graph: FlowGraph, problem: Problem): string | undefined => {
  const node = nodeOf(graph, problem);
  const setting = problem.field?.split('.')[0];
  const field = node && kinds[node.type].fields.find(({ name }) => name === setting);
  return field && t(field.label);
};

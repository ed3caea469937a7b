import { checkGraph } from './check-graph.ts';
import { checkReferences, type Surroundings } from './check-references.ts';
import type { FlowProblem } from './flow-problem.ts';
import { readDraft } from './read-draft.ts';

/** All problems of a flow, with the references that do not exist for its agent. */
export const checkFlowWith = async (value: unknown, around: Surroundings): Promise<FlowProblem[]> => {
  const read = readDraft(value);
  if ('problems' in read) return read.problems;
  return [...checkGraph(read.graph), ...(await checkReferences(read.graph, around))];
};

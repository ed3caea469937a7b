import { describeErrors } from './describe-errors.ts';
import { type FlowGraph, FlowGraphSchema } from './flow-graph.ts';
import type { FlowNode } from './flow-nodes.ts';
import { type FieldProblem, type FlowProblem, problemAt, wholeFlow } from './flow-problem.ts';
import { emptyGraph, schemaByType } from './read-draft.ts';

/** Values of a component that its schema does not accept: empty names, numbers out of range, … */
export const checkValues = (node: FlowNode): FieldProblem[] =>
  describeErrors(schemaByType.get(node.type)!, node.type === 'loop' ? { ...node, body: emptyGraph() } : node);

export const checkVariables = (graph: FlowGraph): FlowProblem[] =>
  describeErrors(FlowGraphSchema, { ...graph, ...emptyGraph() }).map(({ field, message }) =>
    problemAt(wholeFlow, field, message),
  );

import type { FlowGraph } from '../flows/index.ts';
import { AppError } from '../lib/errors.ts';

export type WorkflowInput = string | Record<string, unknown>;

/** Characters of all variables as JSON. They are stored with the run. */
const longestInput = 100_000;
const shownNames = 20;

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const namesOf = ({ variables }: FlowGraph): string => {
  const names = Object.keys(variables);
  if (names.length === 0) return 'it has no variables';
  const more = names.length > shownNames ? ', …' : '';
  return `it has ${names.slice(0, shownNames).join(', ')}${more}`;
};

/**
 * A text is the question. An object has values for the variables of the flow, and possibly the question. Without one,
 * the whole input is the question, so that operators see what the run was given.
 */
export const readInput = (
  input: WorkflowInput,
  graph: FlowGraph,
): { question: string; variables: Record<string, unknown> } => {
  if (typeof input === 'string') {
    if (input.trim() === '') refuse('input', 'must not be empty');
    return { question: input, variables: {} };
  }
  const { question, ...variables } = input;
  if (question !== undefined && (typeof question !== 'string' || question.trim() === ''))
    refuse('input.question', 'must be a text that is not empty');
  for (const name of Object.keys(variables))
    if (!Object.hasOwn(graph.variables, name))
      refuse(
        `input.${name.slice(0, 64)}`,
        `is not a variable of the published flow: ${namesOf(graph)}. Add it to the variables of the flow and publish it`,
      );
  if (JSON.stringify(variables).length > longestInput)
    refuse('input', `must have at most ${longestInput} characters of variables, as JSON`);
  return { question: (question as string | undefined) ?? JSON.stringify(input), variables };
};

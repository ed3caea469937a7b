import { findSchemaProblem } from '../lib/sandbox/index.ts';
import { checkPattern } from './check-pattern.ts';
import type { FlowNode, NodeOf } from './flow-nodes.ts';
import type { FieldProblem } from './flow-problem.ts';

const at = (field: string, message: string): FieldProblem => ({ field, message });

/** Names that occur more than once, in any case. */
const repeatedNames = (names: readonly string[]): string[] => {
  const folded = names.map((name) => name.trim().toLowerCase());
  return [...new Set(names.filter((_name, index) => folded.indexOf(folded[index]!) !== index))];
};

const checkClassifier = ({ branches, by }: NodeOf<'classifier'>): FieldProblem[] =>
  branches.flatMap(({ name, keywords, patterns }) => [
    ...patterns.flatMap((pattern) => {
      const problem = checkPattern(pattern);
      return problem === undefined ? [] : [at('branches', `branch "${name}": ${pattern}: ${problem}`)];
    }),
    ...(by === 'rules' && keywords.length + patterns.length === 0
      ? [at('branches', `branch "${name}": needs a keyword, a pattern or a model`)]
      : []),
  ]);

const checkText = ({ text }: { text: string }): FieldProblem[] =>
  text.trim() === '' ? [at('text', 'must not be empty')] : [];

const checkAsk = ({ check, pattern, choices }: NodeOf<'ask'>): FieldProblem[] => {
  const repeated = repeatedNames(choices).map((choice) => at('choices', `"${choice}" is listed twice`));
  if (check !== 'pattern') return repeated;
  if (pattern === '')
    return [...repeated, at('pattern', 'must not be empty if answers are checked with a pattern')];
  const problem = checkPattern(pattern);
  return problem === undefined ? repeated : [...repeated, at('pattern', `${pattern}: ${problem}`)];
};

const checkForm = ({ fields }: NodeOf<'form'>): FieldProblem[] => [
  ...repeatedNames(fields.map(({ name }) => name)).map((name) =>
    at('fields', `two fields have the name "${name}"`),
  ),
  // Answers name a field by its label.
  ...repeatedNames(fields.map(({ label }) => label)).map((label) =>
    at('fields', `two fields have the label "${label}"`),
  ),
  ...fields.flatMap(({ name, type, choices }) => [
    ...(type === 'choice' && choices.length === 0
      ? [at('fields', `"${name}" needs at least one choice`)]
      : []),
    ...repeatedNames(choices).map((choice) =>
      at('fields', `"${name}": the choice "${choice}" is listed twice`),
    ),
  ]),
];

const checkExtract = ({ schema }: NodeOf<'extract'>): FieldProblem[] => {
  const problem = findSchemaProblem(schema);
  if (problem !== undefined) return [at('schema', problem)];
  const { type, properties } = schema;
  if (type !== 'object') return [at('schema', 'type must be "object"')];
  if (typeof properties !== 'object' || properties === null || Object.keys(properties).length === 0)
    return [at('schema', 'properties must name at least one field')];
  return [];
};

const checkJson = ({ operation, sources, fields, template }: NodeOf<'json'>): FieldProblem[] => {
  if (operation === 'merge')
    return sources.length === 0 ? [at('sources', 'needs at least one variable')] : [];
  if (operation === 'pick') {
    const [twice] = repeatedNames(fields.map(({ to }) => to));
    if (fields.length === 0) return [at('fields', 'needs at least one field')];
    return twice === undefined ? [] : [at('fields', `two fields are saved as "${twice}"`)];
  }
  try {
    JSON.parse(template);
    return [];
  } catch (error) {
    return [
      at('template', `must be JSON, with variables inside quotes: ${(error as Error).message.slice(0, 200)}`),
    ];
  }
};

/** Problems of the settings of one component. */
export const checkSettings = (node: FlowNode, nodes: readonly FlowNode[]): FieldProblem[] => {
  switch (node.type) {
    case 'classifier':
      return checkClassifier(node);
    case 'model':
      return node.passages
        .filter((id) => !nodes.some((one) => one.id === id && one.type === 'retrieval'))
        .map((id) => at('passages', `"${id}" is not a retrieval component`));
    case 'ask':
      return [...checkText(node), ...checkAsk(node)];
    case 'form':
      return [...checkText(node), ...checkForm(node)];
    case 'extract':
      return checkExtract(node);
    case 'json':
      return checkJson(node);
    default:
      return [];
  }
};

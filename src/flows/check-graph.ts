import { checkSettings } from './check-settings.ts';
import { checkValues, checkVariables } from './check-values.ts';
import {
  branchesOf,
  type FlowGraph,
  failureBranch,
  givenVariables,
  type NodeGraph,
  requiredBranches,
} from './flow-graph.ts';
import { type FlowNode, type FlowRule, templateFields } from './flow-nodes.ts';
import { type FieldProblem, type FlowProblem, placeOf, problemAt, wholeFlow } from './flow-problem.ts';
import { orderNodes } from './order-nodes.ts';
import { isReference, referencesIn } from './template.ts';

/** The problems of one level: the flow, or the body of a loop. */
interface Level {
  graph: NodeGraph;
  /** null: the flow itself. */
  loop: { id: string; name: string } | null;
}

const problemsOfNode = ({ loop }: Level, node: FlowNode, problems: readonly FieldProblem[]): FlowProblem[] =>
  problems.map(({ field, message }) => problemAt(placeOf(node, loop?.id), field, message));

/** A problem of the whole level. */
const ofLevel = ({ loop }: Level, message: string): FlowProblem =>
  loop === null ? problemAt(wholeFlow, null, message) : problemAt(placeOf(loop), 'body', message);

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

const withoutField = (message: string): FieldProblem => ({ field: null, message });

const checkEdges = ({ edges }: NodeGraph, node: FlowNode): FieldProblem[] => {
  const branches = branchesOf(node);
  const leaving = edges.flatMap(({ from, to, branch }) => {
    if (from !== node.id) return [];
    if (branch !== failureBranch && !branches.includes(branch))
      return [`the edge to "${to}" uses the branch "${branch}", which does not exist`];
    return branch === failureBranch && node.type === 'start'
      ? ['a start cannot fail, so it has no branch "failure"']
      : [];
  });
  const isReached = node.type === 'start' && edges.some(({ to }) => to === node.id);
  return [...leaving, ...(isReached ? ['no edge may lead to the start'] : [])].map(withoutField);
};

const checkBranches = ({ edges }: NodeGraph, node: FlowNode): FieldProblem[] => {
  const leaves = (name: string): boolean =>
    edges.some(({ from, branch }) => from === node.id && branch === name);
  const open = requiredBranches(node)
    .filter((name) => !leaves(name))
    .map((name) => withoutField(`the branch "${name}" is not connected`));
  if (!('branches' in node)) return open;
  const names = node.branches.map(({ name }) => name);
  const reserved = names.filter((name) => ['else', 'next', failureBranch].includes(name));
  return [
    ...repeated(names).map((name) => ({
      field: 'branches',
      message: `two branches have the name "${name}"`,
    })),
    ...reserved.map((name) => ({
      field: 'branches',
      message: `the branch name "${name}" is reserved; choose another one`,
    })),
    ...open,
  ];
};

const checkReach = (level: Level): FlowProblem[] => {
  const { graph } = level;
  const order = orderNodes(graph);
  const ordered = new Set(order.map(({ id }) => id));
  const circling = graph.nodes.find(({ id }) => !ordered.has(id));
  if (circling)
    return problemsOfNode(level, circling, [
      withoutField('is part of a cycle or follows one; use a loop component to repeat steps'),
    ]);
  const reached = new Set(graph.nodes.filter(({ type }) => type === 'start').map(({ id }) => id));
  for (const node of order)
    if (graph.edges.some(({ from, to }) => to === node.id && reached.has(from))) reached.add(node.id);
  return graph.nodes
    .filter(({ id }) => !reached.has(id))
    .flatMap((node) => problemsOfNode(level, node, [withoutField('cannot be reached from the start')]));
};

const rulesOf = (node: FlowNode): FlowRule[] => {
  if (node.type === 'condition') return node.branches.flatMap(({ all }) => all);
  return node.type === 'loop' ? node.until : [];
};

/** Every template of a node and every variable path, by field. */
const textsOf = (node: FlowNode): { field: string; text: string }[] => {
  const texts: { field: string; text: string }[] = [];
  const add = (field: string, value: unknown): void => {
    if (typeof value === 'string') texts.push({ field, text: value });
  };
  const fields = templateFields.get(node.type);
  for (const field of fields?.texts ?? []) add(field, (node as Record<string, unknown>)[field]);
  for (const field of fields?.values ?? [])
    for (const [name, value] of Object.entries((node as Record<string, unknown>)[field] ?? {}))
      add(`${field}.${name}`, value);
  for (const rule of rulesOf(node)) {
    add('value', rule.value);
    add('variable', `{{${rule.variable}}}`);
  }
  if (node.type === 'loop' && node.over !== null) add('over', `{{${node.over}}}`);
  if (node.type === 'json') {
    for (const path of node.sources) add('sources', `{{${path}}}`);
    for (const { from } of node.fields) add('fields', `{{${from}}}`);
  }
  return texts;
};

const namesSetBy = (node: FlowNode): string[] => {
  if (node.type === 'set-variable') return [node.variable];
  if (node.type === 'loop') return [node.item, ...node.body.nodes.flatMap(namesSetBy)];
  const files = node.type === 'ask' && node.saveFilesAs !== null ? [node.saveFilesAs] : [];
  return 'saveAs' in node && node.saveAs !== null ? [node.saveAs, ...files] : [];
};

const checkTexts = (node: FlowNode, known: ReadonlySet<string>): FieldProblem[] =>
  textsOf(node).flatMap(({ field, text }) =>
    [...new Set(referencesIn(text))].flatMap((reference) => {
      if (!isReference(reference))
        return [{ field, message: `{{${reference.slice(0, 100)}}} is not a valid variable name` }];
      const root = reference.split('.')[0]!;
      return known.has(root) ? [] : [{ field, message: `the variable "${root}" is never set` }];
    }),
  );

/** One problem for each setting: a rule of its schema is more basic than what the other checks find. */
const withoutRepeats = (values: readonly FieldProblem[], others: readonly FieldProblem[]): FieldProblem[] => {
  const settingOf = ({ field }: FieldProblem): string | undefined => field?.split('.')[0];
  const wrong = new Set(values.map(settingOf));
  return [...values, ...others.filter((one) => one.field === null || !wrong.has(settingOf(one)))];
};

const checkStarts = (level: Level): FlowProblem[] => {
  const [first, second] = level.graph.nodes.filter(({ type }) => type === 'start');
  if (!first) return [ofLevel(level, `the ${level.loop ? 'body' : 'flow'} needs a start component`)];
  if (!second) return [];
  return problemsOfNode(level, second, [
    withoutField(`a flow can have only one start component; the other one is "${first.id}"`),
  ]);
};

const checkLevel = (level: Level, known: ReadonlySet<string>): FlowProblem[] => {
  const { graph } = level;
  const starts = checkStarts(level);
  const ofNodes = graph.nodes.flatMap((node) => [
    ...problemsOfNode(
      level,
      node,
      withoutRepeats(checkValues(node), [
        ...checkEdges(graph, node),
        ...checkBranches(graph, node),
        ...checkSettings(node, graph.nodes),
        ...checkTexts(node, known),
      ]),
    ),
    ...(node.type === 'loop' ? checkLevel({ graph: node.body, loop: node }, known) : []),
  ]);
  // Without exactly one start, no component or every component would be reported.
  return [...starts, ...(starts.length > 0 ? [] : checkReach(level)), ...ofNodes];
};

/** Why a readable flow cannot be published or run. Each problem names the component and the rule. */
export const checkGraph = (graph: FlowGraph): FlowProblem[] => [
  ...checkVariables(graph),
  ...checkLevel(
    { graph, loop: null },
    new Set([...givenVariables, ...Object.keys(graph.variables), ...graph.nodes.flatMap(namesSetBy)]),
  ),
];

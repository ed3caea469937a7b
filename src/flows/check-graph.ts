import { checkSettings } from './check-settings.ts';
import {
  branchesOf,
  type FlowGraph,
  failureBranch,
  givenVariables,
  type NodeGraph,
  requiredBranches,
} from './flow-graph.ts';
import { type FlowNode, type FlowRule, templateFields } from './flow-nodes.ts';
import { orderNodes } from './order-nodes.ts';
import { isReference, referencesIn } from './template.ts';

type Problem = string;

const label = ({ id }: { id: string }): string => `node "${id}"`;

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

const checkEdges = ({ nodes, edges }: NodeGraph): Problem[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const problems: Problem[] = [];
  for (const { from, to, branch } of edges) {
    const source = byId.get(from);
    if (!source) problems.push(`edge "${from}" → "${to}": there is no node "${from}"`);
    else if (branch !== failureBranch && !branchesOf(source).includes(branch))
      problems.push(
        `${label(source)}: the edge to "${to}" uses the branch "${branch}", which does not exist`,
      );
    else if (branch === failureBranch && source.type === 'start')
      problems.push(`${label(source)}: a start cannot fail, so it has no branch "failure"`);
    if (!byId.has(to)) problems.push(`edge "${from}" → "${to}": there is no node "${to}"`);
    else if (byId.get(to)!.type === 'start') problems.push(`node "${to}": no edge may lead to the start`);
  }
  for (const key of repeated(edges.map(({ from, to, branch }) => `"${from}" → "${to}" (${branch})`)))
    problems.push(`edge ${key}: is defined twice`);
  return problems;
};

const checkBranches = ({ nodes, edges }: NodeGraph): Problem[] =>
  nodes.flatMap((node) => {
    const leaves = (name: string): boolean =>
      edges.some(({ from, branch }) => from === node.id && branch === name);
    const open = requiredBranches(node)
      .filter((name) => !leaves(name))
      .map((name) => `${label(node)}: the branch "${name}" is not connected`);
    if (!('branches' in node)) return open;
    const names = node.branches.map(({ name }) => name);
    const reserved = names.filter((name) => ['else', 'next', failureBranch].includes(name));
    return [
      ...repeated(names).map((name) => `${label(node)}: two branches have the name "${name}"`),
      ...reserved.map((name) => `${label(node)}: the branch name "${name}" is reserved; choose another one`),
      ...open,
    ];
  });

const checkReach = (graph: NodeGraph): Problem[] => {
  const ordered = new Set(orderNodes(graph).map(({ id }) => id));
  const circling = graph.nodes.filter(({ id }) => !ordered.has(id));
  if (circling.length > 0)
    return [
      `${label(circling[0]!)}: is part of a cycle or follows one; use a loop component to repeat steps`,
    ];
  const reached = new Set(graph.nodes.filter(({ type }) => type === 'start').map(({ id }) => id));
  for (const node of orderNodes(graph))
    if (graph.edges.some(({ from, to }) => to === node.id && reached.has(from))) reached.add(node.id);
  return graph.nodes
    .filter(({ id }) => !reached.has(id))
    .map((node) => `${label(node)}: cannot be reached from the start`);
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

const checkTexts = (nodes: readonly FlowNode[], known: ReadonlySet<string>): Problem[] =>
  nodes.flatMap((node) =>
    textsOf(node).flatMap(({ field, text }) =>
      referencesIn(text).flatMap((reference) => {
        if (!isReference(reference))
          return [`${label(node)}: ${field}: {{${reference}}} is not a valid variable name`];
        const root = reference.split('.')[0]!;
        return known.has(root) ? [] : [`${label(node)}: ${field}: the variable "${root}" is never set`];
      }),
    ),
  );

const checkLevel = (graph: NodeGraph, known: ReadonlySet<string>): Problem[] => {
  const starts = graph.nodes.filter(({ type }) => type === 'start');
  const doubles = repeated(graph.nodes.map(({ id }) => id));
  if (doubles.length > 0) return doubles.map((id) => `node "${id}": another node has the same ID`);
  if (starts.length === 0) return ['the flow needs a start component'];
  if (starts.length > 1)
    return [
      `${label(starts[1]!)}: a flow can have only one start component; the other one is "${starts[0]!.id}"`,
    ];
  const edgeProblems = checkEdges(graph);
  if (edgeProblems.length > 0) return edgeProblems;
  return [
    ...checkBranches(graph),
    ...checkReach(graph),
    ...graph.nodes.flatMap((node) =>
      checkSettings(node, graph.nodes).map((problem) => `${label(node)}: ${problem}`),
    ),
    ...checkTexts(graph.nodes, known),
    ...graph.nodes.flatMap((node) =>
      node.type === 'loop'
        ? checkLevel(node.body, known).map((problem) => `${label(node)}: body: ${problem}`)
        : [],
    ),
  ];
};

/** Problems of a flow with a valid shape. Each names the node and the rule. */
export const checkGraph = (graph: FlowGraph): Problem[] =>
  checkLevel(
    graph,
    new Set([...givenVariables, ...Object.keys(graph.variables), ...graph.nodes.flatMap(namesSetBy)]),
  );

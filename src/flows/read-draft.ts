import type { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describeErrors } from './describe-errors.ts';
import { type FlowGraph, FlowGraphSchema, flowLimits, mostNodes, type NodeGraph } from './flow-graph.ts';
import { bodyLimits, Edge, type FlowEdge, type FlowNode, nodeSchemas } from './flow-nodes.ts';
import { type FlowProblem, type ProblemPlace, problemAt, wholeFlow } from './flow-problem.ts';
import { loosenSchema } from './loosen-schema.ts';

type Fields = Record<string, unknown>;
type Read<Value> = { value: Value } | { problems: FlowProblem[] };

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const schemaByType = new Map<string, Type.TSchema>(
  nodeSchemas.map((schema) => [schema.properties.type.const, schema]),
);
const looseByType = new Map([...schemaByType].map(([type, schema]) => [type, loosenSchema(schema)]));
const looseGraph = loosenSchema(FlowGraphSchema);

/** Replaces the parts of a graph that are checked one by one. */
export const emptyGraph = () => ({
  nodes: [{ id: 's', name: 's', type: 'start', retries: 0, timeoutMs: 60_000 }],
  edges: [],
});

const text = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 64) : null);

const readNode = (raw: unknown, index: number, loopId: string | null): Read<FlowNode> => {
  if (!isObject(raw))
    return { problems: [problemAt({ ...wholeFlow, loopId }, null, `node ${index + 1} must be an object`)] };
  const place: ProblemPlace = {
    loopId,
    nodeId: text(raw.id),
    nodeName: text(raw.name) ?? text(raw.id),
  };
  const schema = schemaByType.get(String(raw.type));
  if (!schema)
    return {
      problems: [problemAt(place, 'type', `must be one of ${[...schemaByType.keys()].join(', ')}`)],
    };
  if (raw.type === 'loop' && loopId !== null)
    return {
      problems: [
        problemAt(
          place,
          null,
          'a loop cannot contain another loop; publish the inner loop as a separate flow and call it with a sub-flow component',
        ),
      ],
    };
  const body = raw.type === 'loop' && isObject(raw.body) ? raw.body : undefined;
  const node = Value.Default(
    schema,
    // The schema of a list does not apply defaults inside its alternatives, so the body is read separately.
    structuredClone(body ? { ...raw, body: { ...body, ...emptyGraph() } } : raw),
  ) as Fields;
  const inner = body && readParts(body, place, bodyLimits);
  const problems = [
    ...describeErrors(looseByType.get(String(raw.type))!, node).map(({ field, message }) =>
      problemAt(place, field, message),
    ),
    ...(inner && 'problems' in inner ? inner.problems : []),
  ];
  if (problems.length > 0) return { problems };
  if (inner && 'value' in inner) node.body = inner.value;
  return { value: node as unknown as FlowNode };
};

const readEdge = (raw: unknown, index: number, owner: ProblemPlace): Read<FlowEdge> => {
  const edge = Value.Default(Edge, structuredClone(raw));
  const problems = describeErrors(Edge, edge).map(({ field, message }) =>
    problemAt(owner, field, `edge ${index + 1} ${message}`),
  );
  return problems.length > 0 ? { problems } : { value: edge as FlowEdge };
};

const duplicates = (keys: readonly string[]): string[] => {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const key of keys) (seen.has(key) ? twice : seen).add(key);
  return [...twice];
};

/** Every node has its own ID, and every edge connects two of them. */
const checkIds = ({ nodes, edges }: NodeGraph, owner: ProblemPlace): FlowProblem[] => {
  const ids = nodes.map(({ id }) => id);
  const known = new Set(ids);
  const at = (field: string | null, message: string): FlowProblem => problemAt(owner, field, message);
  return [
    ...duplicates(ids).map((id) => at(null, `node "${id}": another node has the same ID`)),
    ...edges.flatMap(({ from, to }) =>
      [from, to]
        .filter((id) => !known.has(id))
        .map((id) => at(null, `edge "${from}" → "${to}": there is no node "${id}"`)),
    ),
    ...duplicates(edges.map(({ from, to, branch }) => `"${from}" → "${to}" (${branch})`)).map((key) =>
      at(null, `edge ${key}: is defined twice`),
    ),
  ];
};

/** `owner`: the loop, for its body. */
const readParts = (raw: Fields, owner: ProblemPlace, limits: typeof flowLimits): Read<NodeGraph> => {
  const inBody = owner.nodeId !== null;
  const field = inBody ? 'body' : null;
  const refuse = (message: string) => ({
    problems: [problemAt(owner, field, inBody ? message : `the flow ${message}`)],
  });
  for (const part of ['nodes', 'edges'] as const) {
    const list = raw[part] ?? (part === 'edges' ? [] : undefined);
    if (!Array.isArray(list)) return refuse(`must have a list of ${part}`);
    if (list.length > limits[part])
      return refuse(`must have at most ${limits[part]} ${part}, but has ${list.length}`);
  }
  const nodes = (raw.nodes as unknown[]).map((node, index) => readNode(node, index, owner.nodeId));
  const edges = ((raw.edges ?? []) as unknown[]).map((edge, index) => readEdge(edge, index, owner));
  const problems = [...nodes, ...edges].flatMap((part) => ('problems' in part ? part.problems : []));
  if (problems.length > 0) return { problems };
  const graph = {
    nodes: nodes.flatMap((part) => ('value' in part ? [part.value] : [])),
    edges: edges.flatMap((part) => ('value' in part ? [part.value] : [])),
  };
  const wrong = checkIds(graph, owner);
  return wrong.length > 0 ? { problems: wrong } : { value: graph };
};

const countNodes = ({ nodes }: Fields): number =>
  Array.isArray(nodes)
    ? nodes.reduce(
        (sum: number, node) =>
          sum +
          1 +
          (isObject(node) && isObject(node.body) && Array.isArray(node.body.nodes)
            ? node.body.nodes.length
            : 0),
        0,
      )
    : 0;

/**
 * The graph with all defaults, or why it cannot be read: wrong types, unknown fields, IDs that do not match, more than
 * the limits. A draft must be readable. It may be incomplete and have wrong values; `checkGraph` reports those.
 */
export const readDraft = (value: unknown): { graph: FlowGraph } | { problems: FlowProblem[] } => {
  const refuse = (message: string) => ({ problems: [problemAt(wholeFlow, null, message)] });
  if (!isObject(value)) return refuse('the flow must be an object with nodes and edges');
  // Counted first, because checking each of ten thousand nodes would block the event loop.
  const count = countNodes(value);
  if (count > mostNodes)
    return refuse(
      `the flow must have at most ${mostNodes} nodes, including those in loops, but has ${count}`,
    );
  const parts = readParts(value, wholeFlow, flowLimits);
  if ('problems' in parts) return parts;
  const graph = { ...value, variables: value.variables ?? {}, ...parts.value };
  const problems = describeErrors(looseGraph, { ...graph, ...emptyGraph() }).map(({ field, message }) =>
    problemAt(wholeFlow, field, message),
  );
  return problems.length > 0 ? { problems } : { graph: graph as FlowGraph };
};

import type { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type FlowGraph, FlowGraphSchema, flowLimits, mostNodes } from './flow-graph.ts';
import { bodyLimits, Edge, type FlowNode, nodeSchemas } from './flow-nodes.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaByType = new Map<string, Type.TSchema>(
  nodeSchemas.map((schema) => [schema.properties.type.const, schema]),
);

const place = (instancePath: string): string => instancePath.slice(1).replaceAll('/', '.') || 'it';

/** "/a/b" → ["/a", "b"]: the parent of an unknown field, and the field. */
const splitLast = (instancePath: string): [string, string] => {
  const at = instancePath.lastIndexOf('/');
  return [instancePath.slice(0, at), instancePath.slice(at + 1)];
};

const describeFirst = (schema: Type.TSchema, value: unknown): string | undefined => {
  // Checking validity takes a hundredth of the time of finding the errors.
  if (Value.Check(schema, value)) return undefined;
  const errors = [...Value.Errors(schema, value)];
  if (errors.length === 0) return 'is not valid';
  // For a failing union, the error inside it is more exact than that of the union.
  const error = errors.find(({ keyword }) => keyword !== 'anyOf') ?? errors[0]!;
  if (error.keyword === 'boolean') {
    const [owner, field] = splitLast(error.instancePath);
    return `${place(owner)} has no field ${field}`;
  }
  const { requiredProperties } = error.params as { requiredProperties?: string[] };
  if (requiredProperties) return `${place(error.instancePath)} needs ${requiredProperties.join(', ')}`;
  const isEmpty = error.keyword === 'minLength' && (error.params as { limit: number }).limit === 1;
  return `${place(error.instancePath)} ${isEmpty ? 'must not be empty' : error.message}`;
};

/** Replaces parts that are checked one by one. */
const emptyGraph = () => ({
  nodes: [{ id: 's', name: 's', type: 'start', retries: 0, timeoutMs: 60_000 }],
  edges: [],
});

const nodeLabel = (node: unknown, index: number): string =>
  isObject(node) && typeof node.id === 'string'
    ? `node "${node.id.slice(0, 64)}"`
    : `node number ${index + 1}`;

const checkNode = (node: unknown, index: number, prefix: string): string[] => {
  const label = prefix + nodeLabel(node, index);
  if (!isObject(node)) return [`${label}: must be an object`];
  const schema = schemaByType.get(String(node.type));
  if (!schema) return [`${label}: type must be one of ${[...schemaByType.keys()].join(', ')}`];
  if (node.type === 'loop' && prefix !== '')
    return [
      `${label}: a loop cannot contain another loop; publish the inner loop as a separate flow and call it with a sub-flow component`,
    ];
  if (node.type === 'loop' && isObject(node.body)) {
    const { body, ...rest } = node;
    const inner = checkParts(body as Fields, `${label}: body: `, bodyLimits);
    const withoutBody = { ...rest, body: { ...body, ...emptyGraph() } };
    const own = describeFirst(schema, Value.Default(schema, withoutBody));
    return own === undefined ? inner : [`${label}: ${own}`, ...inner];
  }
  const problem = describeFirst(schema, Value.Default(schema, structuredClone(node)));
  return problem === undefined ? [] : [`${label}: ${problem}`];
};

const checkParts = (graph: Fields, prefix: string, limits: typeof flowLimits): string[] => {
  if (!Array.isArray(graph.nodes)) return [`${prefix}nodes must be a list`];
  if (graph.edges !== undefined && !Array.isArray(graph.edges)) return [`${prefix}edges must be a list`];
  for (const part of ['nodes', 'edges'] as const) {
    const count = (graph[part] as unknown[] | undefined)?.length ?? 0;
    if (count > limits[part])
      return [`${prefix || 'the flow '}must have at most ${limits[part]} ${part}, but has ${count}`];
  }
  const problems = graph.nodes.flatMap((node, index) => checkNode(node, index, prefix));
  for (const [index, edge] of (graph.edges ?? []).entries()) {
    const problem = describeFirst(Edge, Value.Default(Edge, structuredClone(edge)));
    if (problem !== undefined) problems.push(`${prefix}edge number ${index + 1}: ${problem}`);
  }
  return problems;
};

const complete = (node: Fields): FlowNode => {
  const { body, ...own } = node as Fields & { body?: { nodes: Fields[]; edges?: Fields[] } };
  const whole = Value.Default(
    schemaByType.get(String(node.type))!,
    structuredClone(body ? { ...own, body: emptyGraph() } : own),
  ) as Fields;
  // The schema of a list does not apply defaults inside its alternatives.
  if (body) whole.body = { nodes: body.nodes.map(complete), edges: (body.edges ?? []).map(completeEdge) };
  return whole as unknown as FlowNode;
};

const completeEdge = (edge: Fields) => ({ branch: 'next', ...edge });

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

/** The graph with all defaults, or the errors of its shape, which name the node. */
export const readGraph = (value: unknown): { graph: FlowGraph } | { problems: string[] } => {
  if (!isObject(value)) return { problems: ['the flow must be an object with nodes and edges'] };
  // Counted first, because checking each of ten thousand nodes would block the event loop.
  const count = countNodes(value);
  if (count > mostNodes)
    return {
      problems: [`the flow must have at most ${mostNodes} nodes, including those in loops, but has ${count}`],
    };
  const problems = checkParts(value, '', flowLimits);
  if (problems.length > 0) return { problems };
  const {
    nodes,
    edges = [],
    variables = {},
  } = value as { nodes: Fields[]; edges?: Fields[]; variables?: Fields };
  const graph = {
    ...value,
    variables,
    nodes: nodes.map(complete),
    edges: edges.map(completeEdge),
  };
  const problem = describeFirst(FlowGraphSchema, { ...graph, ...emptyGraph() });
  return problem === undefined
    ? { graph: graph as unknown as FlowGraph }
    : { problems: [`the flow: ${problem}`] };
};

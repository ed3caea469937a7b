import type { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type FlowGraph, FlowGraphSchema } from './flow-graph.ts';
import { Edge, type FlowNode, nodeSchemas } from './flow-nodes.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaByType = new Map<string, Type.TSchema>(
  nodeSchemas.map((schema) => [schema.properties.type.const, schema]),
);

const place = (instancePath: string): string => instancePath.slice(1).replaceAll('/', '.') || 'it';

/** "/a/b" → ["/a", "b"]: whose unknown field it is, and the field. */
const splitLast = (instancePath: string): [string, string] => {
  const at = instancePath.lastIndexOf('/');
  return [instancePath.slice(0, at), instancePath.slice(at + 1)];
};

const describeFirst = (schema: Type.TSchema, value: unknown): string | undefined => {
  const errors = [...Value.Errors(schema, value)];
  if (errors.length === 0) return undefined;
  // Of a union that fails, the broken rule inside it says more than the union.
  const telling = errors.find(({ keyword }) => keyword !== 'anyOf') ?? errors[0]!;
  if (telling.keyword === 'boolean') {
    const [owner, field] = splitLast(telling.instancePath);
    return `${place(owner)} has no field ${field}`;
  }
  const { requiredProperties } = telling.params as { requiredProperties?: string[] };
  if (requiredProperties) return `${place(telling.instancePath)} needs ${requiredProperties.join(', ')}`;
  return `${place(telling.instancePath)} ${telling.message}`;
};

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
      `${label}: a loop cannot stand inside a loop; publish the inner one as a flow of its own and call it here with a sub-flow`,
    ];
  if (node.type === 'loop' && isObject(node.body)) {
    const { body, ...rest } = node;
    const inner = checkParts(body as Fields, `${label}: body: `);
    const hollow = { ...rest, body: { nodes: [{ id: 's', name: 's', type: 'start' }], edges: [] } };
    const own = describeFirst(schema, Value.Default(schema, hollow));
    return own === undefined ? inner : [`${label}: ${own}`, ...inner];
  }
  const problem = describeFirst(schema, Value.Default(schema, structuredClone(node)));
  return problem === undefined ? [] : [`${label}: ${problem}`];
};

const checkParts = (graph: Fields, prefix: string): string[] => {
  if (!Array.isArray(graph.nodes)) return [`${prefix}nodes must be a list`];
  if (graph.edges !== undefined && !Array.isArray(graph.edges)) return [`${prefix}edges must be a list`];
  const problems = graph.nodes.flatMap((node, index) => checkNode(node, index, prefix));
  for (const [index, edge] of (graph.edges ?? []).entries()) {
    const problem = describeFirst(Edge, Value.Default(Edge, structuredClone(edge)));
    if (problem !== undefined) problems.push(`${prefix}edge number ${index + 1}: ${problem}`);
  }
  return problems;
};

const complete = (node: Fields): FlowNode => {
  const whole = Value.Default(schemaByType.get(String(node.type))!, structuredClone(node)) as Fields;
  // Defaults inside a list of alternatives are not filled in by the schema of the list.
  if (whole.type === 'loop') {
    const body = whole.body as { nodes: Fields[]; edges?: Fields[] };
    whole.body = { nodes: body.nodes.map(complete), edges: (body.edges ?? []).map(completeEdge) };
  }
  return whole as unknown as FlowNode;
};

const completeEdge = (edge: Fields) => ({ branch: 'next', ...edge });

/** A graph with every default filled in, or what is wrong with its form, in words that name the node. */
export const readGraph = (value: unknown): { graph: FlowGraph } | { problems: string[] } => {
  if (!isObject(value)) return { problems: ['the flow must be an object with nodes and edges'] };
  const problems = checkParts(value, '');
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
  const problem = describeFirst(FlowGraphSchema, graph);
  return problem === undefined
    ? { graph: graph as unknown as FlowGraph }
    : { problems: [`the flow: ${problem}`] };
};

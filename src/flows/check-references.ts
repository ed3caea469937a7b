import { isReference, type ModelReference } from '../models/index.ts';
import type { FlowGraph, NodeGraph } from './flow-graph.ts';
import type { FlowNode } from './flow-nodes.ts';
import { describeProblem, type FieldProblem, type FlowProblem, placeOf } from './flow-problem.ts';

interface KnownTable {
  id: string;
  name: string;
  fields: readonly { name: string }[];
}

interface KnowledgeIds {
  groupIds: readonly string[];
  dataIds: readonly string[];
}

/** What the agent of a flow has. Anything of another agent or workspace counts as missing. */
export interface Surroundings {
  /** The agent of the flow. */
  agentId: string;
  httpTools: readonly string[];
  mcpServers: readonly string[];
  hasHumanService: boolean;
  /** Whether the model of the agent, for components without their own, exists. */
  hasOwnModel: boolean;
  tables: readonly KnownTable[];
  /** Those that are not knowledge bases or documents of the agent. */
  missingKnowledge(ids: KnowledgeIds): Promise<KnowledgeIds>;
  /** Whether the workspace has a connection with this model. */
  hasModel(model: ModelReference): Promise<boolean>;
  /** The published flow of another flow agent of this workspace. */
  flowOf(agentId: string): Promise<NodeGraph | undefined>;
  /** Why a schema does not compile, if it does not. */
  schemaProblem(schema: Record<string, unknown>): Promise<string | undefined>;
}

interface PlacedNode {
  node: FlowNode;
  loopId: string | null;
}

const nodesOf = ({ nodes }: NodeGraph, loopId: string | null = null): PlacedNode[] =>
  nodes.flatMap((node) => [{ node, loopId }, ...(node.type === 'loop' ? nodesOf(node.body, node.id) : [])]);

const agentsRunBy = (graph: NodeGraph): string[] =>
  nodesOf(graph).flatMap(({ node }) => (node.type === 'sub-flow' ? [node.agentId] : []));

/** Flows of other agents that one flow may run, directly or through others. Each of them is checked. */
const mostSubFlows = 50;
/** Further ones of the same sub-flow are not listed. */
const mostSubFlowProblems = 10;

const checkTable = (node: Extract<FlowNode, { table: string }>, { tables }: Surroundings): FieldProblem[] => {
  // An empty name is reported as a wrong value.
  if (node.table === '') return [];
  const table = tables.find(({ id, name }) => id === node.table || name === node.table);
  if (!table) return [{ field: 'table', message: `the agent has no table "${node.table}"` }];
  const setting = node.type === 'table-lookup' ? 'filter' : 'values';
  const names = Object.keys(node.type === 'table-lookup' ? node.filter : node.values);
  return names
    .filter((name) => !table.fields.some((field) => field.name === name))
    .map((name) => ({
      field: `${setting}.${name.slice(0, 64)}`,
      message: `the table "${table.name}" has no field "${name.slice(0, 64)}"`,
    }));
};

const quoted = (ids: readonly string[]): string =>
  ids
    .slice(0, 10)
    .map((id) => `"${id.slice(0, 64)}"`)
    .join(', ');

const checkKnowledge = async (
  { groupIds, dataIds }: Extract<FlowNode, { type: 'retrieval' }>,
  around: Surroundings,
): Promise<FieldProblem[]> => {
  if (groupIds === null && dataIds === null) return [];
  const missing = await around.missingKnowledge({ groupIds: groupIds ?? [], dataIds: dataIds ?? [] });
  return [
    ...(missing.groupIds.length === 0
      ? []
      : [{ field: 'groupIds', message: `the agent has no knowledge base ${quoted(missing.groupIds)}` }]),
    ...(missing.dataIds.length === 0
      ? []
      : [{ field: 'dataIds', message: `the agent has no document ${quoted(missing.dataIds)}` }]),
  ];
};

const checkModel = async (
  node: Extract<FlowNode, { model: unknown }>,
  around: Surroundings,
): Promise<FieldProblem[]> => {
  if (node.type === 'classifier' && node.by === 'rules') return [];
  if (node.model === null)
    return around.hasOwnModel
      ? []
      : [{ field: 'model', message: 'the model in the settings of the agent does not exist any more' }];
  if (!isReference(node.model) || (await around.hasModel(node.model))) return [];
  return [
    {
      field: 'model',
      message: `the connection "${node.model.connectionId}" of this workspace has no model "${node.model.name}"`,
    },
  ];
};

/** What a component itself names. */
const checkOwn = async (node: FlowNode, around: Surroundings): Promise<FieldProblem[]> => {
  switch (node.type) {
    case 'table-lookup':
    case 'table-add':
    case 'table-update':
      return checkTable(node, around);
    case 'retrieval':
      return checkKnowledge(node, around);
    case 'http-tool':
      return node.tool === '' || around.httpTools.includes(node.tool)
        ? []
        : [{ field: 'tool', message: `the agent has no HTTP tool "${node.tool}"` }];
    case 'mcp-tool':
      return node.server === '' || around.mcpServers.includes(node.server)
        ? []
        : [{ field: 'server', message: `the agent has no MCP server "${node.server}"` }];
    case 'human-service':
      return around.hasHumanService
        ? []
        : [
            {
              field: null,
              message: 'the agent has no human service; set it up in the settings of the agent',
            },
          ];
    case 'model':
    case 'classifier':
    case 'extract':
      return checkModel(node, around);
    default:
      return [];
  }
};

const ownProblems = async (id: string, graph: NodeGraph, around: Surroundings): Promise<string[]> => {
  const problems: string[] = [];
  for (const { node, loopId } of nodesOf(graph))
    for (const { field, message } of await checkOwn(node, around)) {
      const text = describeProblem({ ...placeOf(node, loopId), field, message, isReference: true });
      problems.push(`in the flow of "${id}": ${text}`);
      if (problems.length === mostSubFlowProblems) return problems;
    }
  return problems;
};

interface CheckedFlow {
  runs: readonly string[];
  problems: readonly string[];
}

/**
 * Checks the flows that a flow runs, directly or through others. They use the tables, knowledge and tools of the
 * agent that calls them. Each flow is read and checked once, even if many components call it.
 */
const createSubFlowCheck = (around: Surroundings) => {
  const checked = new Map<string, CheckedFlow | undefined>();

  const read = async (agentId: string): Promise<CheckedFlow | undefined> => {
    if (checked.has(agentId)) return checked.get(agentId);
    const graph = await around.flowOf(agentId);
    const flow = graph && {
      runs: agentsRunBy(graph),
      problems: await ownProblems(agentId, graph, around),
    };
    checked.set(agentId, flow);
    return flow;
  };

  /** Undefined if there are more than the limit. */
  const readAll = async (agentId: string): Promise<Map<string, CheckedFlow> | undefined> => {
    const found = new Map<string, CheckedFlow>();
    const waiting = [agentId];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next) || next === around.agentId) continue;
      if (checked.size >= mostSubFlows && !checked.has(next)) return undefined;
      const flow = await read(next);
      if (!flow) continue;
      found.set(next, flow);
      waiting.push(...flow.runs);
    }
    return found;
  };

  return async (agentId: string): Promise<FieldProblem[]> => {
    if (agentId === '') return [];
    const at = (message: string): FieldProblem => ({ field: 'agentId', message });
    const flows = await readAll(agentId);
    if (!flows)
      return [
        at(`the flow calls more than ${mostSubFlows} flows of other agents, directly or through others`),
      ];
    if (!flows.has(agentId))
      return [at(`"${agentId}" is not another agent of this workspace with a published flow`)];
    if ([...flows.values()].some(({ runs }) => runs.includes(around.agentId)))
      return [at(`the flow of "${agentId}" calls this flow again; use a loop component to repeat steps`)];
    return [...flows.values()]
      .flatMap(({ problems }) => problems)
      .slice(0, mostSubFlowProblems)
      .map(at);
  };
};

/** References of a flow that do not exist. A draft may have them, a new version may not. */
export const checkReferences = async (graph: FlowGraph, around: Surroundings): Promise<FlowProblem[]> => {
  const checkSubFlow = createSubFlowCheck(around);
  const checkNode = async (node: FlowNode): Promise<FieldProblem[]> => {
    if (node.type === 'sub-flow') return checkSubFlow(node.agentId);
    const own = await checkOwn(node, around);
    if (node.type !== 'extract') return own;
    const problem = await around.schemaProblem(node.schema);
    return problem === undefined ? own : [...own, { field: 'schema', message: problem }];
  };
  const problems: FlowProblem[] = [];
  for (const { node, loopId } of nodesOf(graph))
    for (const { field, message } of await checkNode(node))
      problems.push({ ...placeOf(node, loopId), field, message, isReference: true });
  return problems;
};

import type { Agent } from '../../../agents/index.ts';
import { checkFlowWith, type FlowProblem, type Flows } from '../../../flows/index.ts';
import type { Knowledge } from '../../../knowledge/index.ts';
import { isReference } from '../../../models/index.ts';
import type { Tables } from '../../../tables/index.ts';
import type { RouteDependencies } from '../console-dependencies.ts';

/** An agent with more tables would be rare. Those that are not read count as missing. */
const mostTables = 1000;

interface Needs extends Pick<RouteDependencies, 'agents' | 'tools' | 'modelConnections'> {
  flows: Flows;
  tables: Tables;
  knowledge: Knowledge;
}

/** Checks a graph against what its agent and workspace have. */
export const createReferenceCheck =
  ({ agents, flows, tables, knowledge, tools, modelConnections }: Needs) =>
  async (agent: Agent, graph: unknown): Promise<FlowProblem[]> => {
    const { settings, workspaceId } = agent;
    const models = await modelConnections.newestOfWorkspace(workspaceId);
    const owned = await tables.list(agent.id, { offset: 0, limit: mostTables });
    return checkFlowWith(graph, {
      agentId: agent.id,
      httpTools: settings.tools.http.map(({ name }) => name),
      mcpServers: settings.tools.mcp.map(({ name }) => name),
      hasHumanService: settings.humanService.type === 'inbox' || settings.humanService.baseUrl !== null,
      hasOwnModel:
        settings.model === null || !isReference(settings.model) || models.find(settings.model) !== undefined,
      tables: owned.tables,
      missingKnowledge: (ids) => knowledge.missing(agent.id, ids),
      hasModel: async (model) => models.find(model) !== undefined,
      flowOf: async (agentId) => {
        const other = agentId === agent.id ? undefined : await agents.find(agentId);
        if (!other || other.deleted || other.workspaceId !== workspaceId) return undefined;
        return (await flows.published(agentId))?.graph;
      },
      schemaProblem: (schema) => tools.findSchemaProblem(workspaceId, schema),
    });
  };

import { Type } from 'typebox';
import { actorName } from '../../../accounts/index.ts';
import type { Agent } from '../../../agents/index.ts';
import {
  agentsRunBy,
  checkFlow,
  checkReferences,
  FlowGraphSchema,
  type Flows,
} from '../../../flows/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { FlowView, GivenGraph, presentFlow, Revision, requireFlowAgent } from './flow-view.ts';

const tags = ['Flows'];
const path = '/workspaces/:workspaceId/agents/:agentId/flow';

/** Flows of flow agents: the draft, its validation, and publishing. */
export const createFlowRoutes = ({
  flows,
  agents,
  tools,
  modelConnections,
  write,
}: RouteDependencies & { flows: Flows }): Route[] => {
  const requireReferences = async (agent: Agent): Promise<void> => {
    const flow = await flows.find(agent.id);
    if (!flow) throw new AppError('notFound', 'The agent has no flow yet');
    const { http, mcp } = agent.settings.tools;
    const problems = await checkReferences(flow.draft, {
      httpTools: http.map(({ name }) => name),
      mcpServers: mcp.map(({ name }) => name),
      agentId: agent.id,
      schemaProblem: (schema) => tools.findSchemaProblem(agent.workspaceId, schema),
      hasModel: async (model) =>
        (await modelConnections.newestOfWorkspace(agent.workspaceId)).find(model) !== undefined,
      runBy: async (agentId) =>
        agentsRunBy((await flows.published(agentId))?.graph ?? { nodes: [], edges: [] }),
      hasFlow: async (agentId) => {
        const other = agentId === agent.id ? undefined : await agents.find(agentId);
        if (!other || other.deleted || other.workspaceId !== agent.workspaceId) return false;
        return (await flows.published(agentId)) !== undefined;
      },
    });
    if (problems.length > 0) throw new AppError('invalidParameter', problems.join('; '));
  };

  return [
    route({
      method: 'GET',
      url: '/flow-schema',
      permission: 'signed-in',
      schema: {
        tags,
        summary: 'Get the JSON Schema of flows',
        description: 'Describes the graph of a flow with all component types.',
        operationId: 'getFlowSchema',
        response: { 200: Type.Unknown() },
      },
      handler: async () => FlowGraphSchema,
    }),

    route({
      method: 'GET',
      url: path,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get a flow',
        description: 'Returns the draft of the agent and the number of its published version.',
        operationId: 'getFlow',
        params: AgentParams,
        response: { 200: FlowView },
      },
      handler: async (request) =>
        presentFlow(await flows.find(requireFlowAgent(await findAgentOf(agents, request)).id)),
    }),

    route({
      method: 'PUT',
      url: path,
      permission: 'agent:write',
      audit: 'flow.save',
      schema: {
        tags,
        summary: 'Save a draft',
        description:
          'An invalid graph is rejected with the node and the rule. Returns 409 if the draft was changed since `revision` was read. The published version stays in use.',
        operationId: 'saveFlow',
        params: AgentParams,
        body: Type.Object({ revision: Revision, graph: GivenGraph }),
        response: { 200: FlowView },
      },
      handler: async (request, _reply, record) => {
        const agent = requireFlowAgent(await findAgentOf(agents, request));
        const { revision, graph } = request.body;
        return write(async (tx) => {
          const flow = await flows.save(tx, { agentId: agent.id, revision, graph });
          await record(tx, { targetId: agent.id, changes: { revision: [revision, flow.revision] } });
          return presentFlow(flow);
        });
      },
    }),

    route({
      method: 'POST',
      url: `${path}/check`,
      permission: 'agent:read',
      audit: 'none',
      schema: {
        tags,
        summary: 'Check a flow',
        description: 'Validates a graph without saving it.',
        operationId: 'checkFlow',
        params: AgentParams,
        body: Type.Object({ graph: GivenGraph }),
        response: { 200: Type.Object({ problems: Type.Array(Type.String()) }) },
      },
      handler: async (request) => {
        requireFlowAgent(await findAgentOf(agents, request));
        const checked = checkFlow(request.body.graph);
        return { problems: 'problems' in checked ? checked.problems : [] };
      },
    }),

    route({
      method: 'POST',
      url: `${path}/publish`,
      permission: 'agent:write',
      audit: 'flow.publish',
      schema: {
        tags,
        summary: 'Publish a draft',
        description: 'The draft becomes a new version, which is used from then on.',
        operationId: 'publishFlow',
        params: AgentParams,
        body: Type.Object({
          revision: Revision,
          note: Type.String({ maxLength: 500, default: '' }),
        }),
        response: { 200: Type.Object({ version: Type.Integer() }) },
      },
      handler: async (request, _reply, record) => {
        const agent = requireFlowAgent(await findAgentOf(agents, request));
        const { revision, note } = request.body;
        await requireReferences(agent);
        const by = actorName(operatorOf(request));
        const version = await write(async (tx) => {
          const published = await flows.publish(tx, { agentId: agent.id, revision, note, by });
          await record(tx, {
            targetId: agent.id,
            changes: { publishedVersion: [published.before, published.version] },
          });
          return published.version;
        });
        return { version };
      },
    }),
  ];
};

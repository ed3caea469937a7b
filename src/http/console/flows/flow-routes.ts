import { Type } from 'typebox';
import { actorName } from '../../../accounts/index.ts';
import type { Publishing } from '../../../agents/index.ts';
import { FlowGraphSchema, type Flows, flowError } from '../../../flows/index.ts';
import type { Knowledge } from '../../../knowledge/index.ts';
import type { Tables } from '../../../tables/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { createReferenceCheck } from './check-flow-references.ts';
import {
  FlowProblemView,
  FlowView,
  GivenGraph,
  presentFlow,
  Revision,
  requireFlowAgent,
} from './flow-view.ts';

const tags = ['Flows'];
const path = '/workspaces/:workspaceId/agents/:agentId/flow';

const Problems = Type.Object({ problems: Type.Array(FlowProblemView) });
/** In one response. */
const mostProblems = 200;

/** Flows of flow agents: the draft, its validation, and publishing. */
export const createFlowRoutes = (
  deps: RouteDependencies & {
    flows: Flows;
    tables: Tables;
    knowledge: Knowledge;
    publishing: Publishing;
  },
): Route[] => {
  const { flows, agents, publishing, write } = deps;
  const checkReferences = createReferenceCheck(deps);

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
        description:
          'Returns the draft of the agent, the number of its published version, and whether they differ.',
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
          'A draft may be incomplete; `check` lists its problems. A graph that cannot be read (wrong types, unknown fields, more than the limits) is rejected with the node and the rule. Returns 409 if the draft was changed since `revision` was read. The published version stays in use.',
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
        description:
          'Lists what prevents publishing a graph, without saving it: wrong settings, missing connections, and names of tables, knowledge bases, tools, models or flows that the agent does not have. At most 200 problems.',
        operationId: 'checkFlow',
        params: AgentParams,
        body: Type.Object({ graph: GivenGraph }),
        response: { 200: Problems },
      },
      handler: async (request) => {
        const agent = requireFlowAgent(await findAgentOf(agents, request));
        const problems = await checkReferences(agent, request.body.graph);
        return { problems: problems.slice(0, mostProblems) };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/problems`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List the problems of a flow',
        description: 'What prevents publishing the saved draft. An agent without a draft has no problems.',
        operationId: 'listFlowProblems',
        params: AgentParams,
        response: { 200: Problems },
      },
      handler: async (request) => {
        const agent = requireFlowAgent(await findAgentOf(agents, request));
        const flow = await flows.find(agent.id);
        const problems = flow ? await checkReferences(agent, flow.draft) : [];
        return { problems: problems.slice(0, mostProblems) };
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
        description:
          'The draft becomes a new version, which is used from then on. A draft with problems is rejected: the message lists each of them with the node and the setting, as `check` does.',
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
        const flow = await flows.find(agent.id);
        // Another revision is a conflict, which `publish` reports.
        if (flow?.revision === revision) {
          const problems = await checkReferences(agent, flow.draft);
          if (problems.length > 0) throw flowError(problems);
        }
        const by = actorName(operatorOf(request));
        const version = await write(async (tx) => {
          await publishing.requireAllowed(tx, agent);
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

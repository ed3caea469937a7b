import { Type } from 'typebox';
import type { Flows } from '../../../flows/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Name, Time, toTime } from '../wire/wire-schemas.ts';
import { FlowView, GivenGraph, Graph, presentFlow, Revision, requireFlowAgent } from './flow-view.ts';

const tags = ['Flows'];
const path = '/workspaces/:workspaceId/agents/:agentId/flow';

const Version = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

const VersionView = Type.Object(
  { version: Version, note: Type.String(), createdBy: Type.String(), createdAt: Time },
  { title: 'FlowVersion' },
);

/** The content of an exported file. It contains nothing of its agent except what the components refer to. */
const fileOf = <GraphSchema extends Type.TSchema>(graph: GraphSchema) =>
  Type.Object(
    { format: Type.Literal('frontdesk-flow'), formatVersion: Type.Literal(1), name: Name, graph },
    { title: 'FlowFile' },
  );
const FlowFile = fileOf(Graph);
const GivenFlowFile = fileOf(GivenGraph);

export const createFlowVersionRoutes = ({
  agents,
  flows,
  write,
}: RouteDependencies & { flows: Flows }): Route[] => [
  route({
    method: 'GET',
    url: `${path}/versions`,
    permission: 'agent:read',
    schema: {
      tags,
      summary: 'List flow versions',
      description: 'Published versions, newest first.',
      operationId: 'listFlowVersions',
      params: AgentParams,
      querystring: Type.Object(PageQuery),
      response: { 200: Paged(VersionView) },
    },
    handler: async (request) => {
      const agent = requireFlowAgent(await findAgentOf(agents, request));
      const { versions, total } = await flows.versions(agent.id, rangeOf(request.query));
      const items = versions.map(({ createdAtMs, ...version }) => ({
        ...version,
        createdAt: toTime(createdAtMs),
      }));
      return paged(items, total, request.query);
    },
  }),

  route({
    method: 'POST',
    url: `${path}/roll-back`,
    permission: 'agent:write',
    audit: 'flow.roll-back',
    schema: {
      tags,
      summary: 'Roll back a flow',
      description: 'Uses an earlier published version again. The draft is not changed.',
      operationId: 'rollBackFlow',
      params: AgentParams,
      body: Type.Object({ version: Version }),
      response: { 200: Type.Object({ version: Version }) },
    },
    handler: async (request, _reply, record) => {
      const agent = requireFlowAgent(await findAgentOf(agents, request));
      const { version } = request.body;
      await write(async (tx) => {
        const { before } = await flows.rollBack(tx, { agentId: agent.id, version });
        await record(tx, { targetId: agent.id, changes: { publishedVersion: [before, version] } });
      });
      return { version };
    },
  }),

  route({
    method: 'GET',
    url: `${path}/export`,
    permission: 'agent:read',
    schema: {
      tags,
      summary: 'Export a flow',
      description: 'Returns the draft or the given version as a file. It contains no secrets.',
      operationId: 'exportFlow',
      params: AgentParams,
      querystring: Type.Object({ version: Type.Optional(Version) }),
      response: { 200: FlowFile },
    },
    handler: async (request, reply) => {
      const agent = requireFlowAgent(await findAgentOf(agents, request));
      const { version } = request.query;
      const graph =
        version === undefined
          ? (await flows.find(agent.id))?.draft
          : (await flows.version(agent.id, version)).graph;
      if (!graph) throw new AppError('notFound', 'The agent has no flow yet');
      reply.header('Content-Disposition', 'attachment; filename="flow.json"');
      return { format: 'frontdesk-flow' as const, formatVersion: 1 as const, name: agent.name, graph };
    },
  }),

  route({
    method: 'POST',
    url: `${path}/import`,
    permission: 'agent:write',
    audit: 'flow.import',
    schema: {
      tags,
      summary: 'Import a flow',
      description: 'The imported flow becomes the draft. The published version stays in use.',
      operationId: 'importFlow',
      params: AgentParams,
      body: Type.Object({ revision: Revision, file: GivenFlowFile }),
      response: { 200: FlowView },
    },
    handler: async (request, _reply, record) => {
      const agent = requireFlowAgent(await findAgentOf(agents, request));
      const { revision, file } = request.body;
      return write(async (tx) => {
        const flow = await flows.save(tx, { agentId: agent.id, revision, graph: file.graph });
        await record(tx, {
          targetId: agent.id,
          changes: { revision: [revision, flow.revision], importedFrom: [null, file.name] },
        });
        return presentFlow(flow);
      });
    },
  }),
];

import { Type } from 'typebox';
import type { Knowledge, KnowledgeBase } from '../../../knowledge/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Done, Name, Time, toTime } from '../wire/wire-schemas.ts';

const tags = ['Knowledge'];
const path = '/workspaces/:workspaceId/agents/:agentId/knowledge-bases';
const BaseParams = Type.Object({ ...AgentParams.properties, baseId: Type.String() });
const Description = Type.String({ maxLength: 1000 });

const baseFields = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  isDefault: Type.Boolean({ description: 'Whether documents are added to it if no knowledge base is given' }),
  createdAt: Time,
};

const BaseView = Type.Object(baseFields, { title: 'KnowledgeBase' });
const CountedBase = Type.Object(
  { ...baseFields, documents: Type.Integer(), chunks: Type.Integer(), tokens: Type.Integer() },
  { title: 'CountedKnowledgeBase' },
);

/** The knowledge bases of an agent. */
export const createKnowledgeBaseRoutes = ({
  knowledge: { bases },
  agents,
  write,
}: RouteDependencies & { knowledge: Knowledge }): Route[] => {
  const present = (base: KnowledgeBase) => ({
    id: base.id,
    name: base.name,
    description: base.description,
    isDefault: bases.isDefault(base),
    createdAt: toTime(base.createdAtMs),
  });

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'List knowledge bases',
        description: 'Newest first, with the totals of their documents.',
        operationId: 'listKnowledgeBases',
        params: AgentParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(CountedBase) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const found = await bases.list(agent, rangeOf(request.query));
        const items = found.bases.map(({ documents, chunks, tokens, ...base }) => ({
          ...present(base),
          documents,
          chunks,
          tokens,
        }));
        return paged(items, found.total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'knowledge:write',
      audit: 'knowledge-base.create',
      schema: {
        tags,
        summary: 'Create a knowledge base',
        description: 'The name must be unique within the agent.',
        operationId: 'createKnowledgeBase',
        params: AgentParams,
        body: Type.Object({ name: Name, description: Type.Optional(Description) }),
        response: { 201: BaseView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { name, description = '' } = request.body;
        const base = await write(async (tx) => {
          const made = await bases.create(tx, { agent, name: name.trim(), description });
          await record(tx, { targetId: made.id, changes: { name: [null, made.name] } });
          return made;
        });
        reply.status(201);
        return present(base);
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:baseId`,
      permission: 'knowledge:write',
      audit: 'knowledge-base.update',
      schema: {
        tags,
        summary: 'Update a knowledge base',
        description: 'Changes name or description.',
        operationId: 'updateKnowledgeBase',
        params: BaseParams,
        body: Type.Object({ name: Type.Optional(Name), description: Type.Optional(Description) }),
        response: { 200: BaseView },
      },
      handler: async (request, _reply, record) => {
        const agent = await findAgentOf(agents, request);
        const base = await bases.require(agent, request.params.baseId);
        const { name = base.name, description = base.description } = request.body;
        const changed = await write(async (tx) => {
          const after = await bases.change(tx, base, { name: name.trim(), description });
          await record(tx, {
            targetId: base.id,
            changes: { name: [base.name, after.name], description: [base.description, after.description] },
          });
          return after;
        });
        return present(changed);
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:baseId`,
      permission: 'knowledge:write',
      audit: 'knowledge-base.delete',
      schema: {
        tags,
        summary: 'Delete a knowledge base',
        description: 'Also deletes its documents.',
        operationId: 'deleteKnowledgeBase',
        params: BaseParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const base = await bases.require(agent, request.params.baseId);
        await bases.empty(agent, base);
        await write(async (tx) => {
          await bases.remove(tx, base);
          await record(tx, { targetId: base.id, changes: { name: [base.name, null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};

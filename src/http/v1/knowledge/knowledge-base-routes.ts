import { Type } from 'typebox';
import type { Documents } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { idempotencyHeader, Maybe, RequiredText } from '../../schema.ts';

const KnowledgeBase = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    desc: Type.String(),
    doc: Type.Integer({ description: 'Number of documents' }),
    chunk: Type.Integer(),
    token: Type.Integer(),
    owner_id: Type.String(),
    owner_email: Type.String(),
  },
  { title: 'KnowledgeBase' },
);

const Page = Type.Object(
  { knowledge_base: Type.Array(KnowledgeBase), total: Type.Integer() },
  { title: 'KnowledgeBasePage' },
);

const CreateKnowledgeBase = Type.Object(
  { name: RequiredText({ maxLength: 100 }), desc: Maybe(Type.String({ maxLength: 1000 })) },
  { title: 'CreateKnowledgeBaseRequest' },
);

const NewKnowledgeBase = Type.Object({ knowledge_base_id: Type.String() }, { title: 'NewKnowledgeBase' });

/** Far more than one agent has. */
const allBases = { offset: 0, limit: 1_000_000 };

const pageOf = (page: number | undefined, size: number | undefined): { offset: number; limit: number } => {
  if (page === undefined && size === undefined) return allBases;
  const limit = size ?? 10;
  return { offset: ((page ?? 1) - 1) * limit, limit };
};

export const createKnowledgeBaseRoutes = ({ documents }: { documents: Documents }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/bot/knowledge/base/create',
    key: 'agent',
    schema: {
      operationId: 'createKnowledgeBase',
      tags: ['Knowledge'],
      summary: 'Create a knowledge base',
      description: 'The name must be unique within the agent.',
      headerParameters: idempotencyHeader,
      body: CreateKnowledgeBase,
      response: { 200: NewKnowledgeBase },
    },
    handler: async (request) => ({
      knowledge_base_id: await documents.createBase({
        agent: callerOf(request).agent,
        name: request.body.name,
        description: request.body.desc ?? '',
        idempotencyKey: readIdempotencyKey(request, 'v1/bot/knowledge/base/create'),
      }),
    }),
  }),

  route({
    method: 'GET',
    url: '/v1/bot/knowledge/base/page',
    key: 'agent',
    schema: {
      operationId: 'listKnowledgeBases',
      tags: ['Knowledge'],
      summary: 'List knowledge bases',
      description: 'Without `page` and `page_size`, all knowledge bases are returned.',
      querystring: Type.Object({
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
        page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: { 200: Page },
    },
    handler: async (request) => {
      const { page, page_size } = request.query;
      const { agent } = callerOf(request);
      const { bases, total, owner } = await documents.listBases(agent, pageOf(page, page_size));
      return {
        knowledge_base: bases.map((base) => ({
          id: base.id,
          name: base.name,
          desc: base.description,
          doc: base.documents,
          chunk: base.chunks,
          token: base.tokens,
          owner_id: owner?.id ?? base.workspaceId,
          owner_email: owner?.email ?? '',
        })),
        total,
      };
    },
  }),
];

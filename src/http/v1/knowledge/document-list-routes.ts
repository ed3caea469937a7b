import { type Static, Type } from 'typebox';
import type { Documents, KnowledgeDocument } from '../../../knowledge/index.ts';
import { toSeconds } from '../../../lib/clock.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIds } from '../../request/read-query.ts';
import { type Route, route } from '../../route.ts';
import { done, IdList, RequiredText, Success } from '../../schema.ts';

const ListedDocument = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    format: Type.String(),
    source_url: Type.String(),
    status: Type.String({ description: 'PENDING, PROCESSING, ACTIVE or FAILED' }),
    chunk: Type.Integer({ description: 'Number of chunks' }),
    token: Type.Integer(),
    char_count: Type.Integer(),
    create_time: Type.Integer({ description: 'Seconds' }),
    update_time: Type.Integer({ description: 'Seconds' }),
    creator_id: Type.String(),
    creator_email: Type.String(),
    warnings: Type.Optional(
      Type.Array(Type.String(), { description: 'Parts of the file that could not be read' }),
    ),
  },
  { title: 'KnowledgeDocument' },
);

const Page = Type.Object(
  { list: Type.Array(ListedDocument), total: Type.Integer() },
  { title: 'DocumentPage' },
);

const presentWarnings = (warnings: string[]) => (warnings.length === 0 ? {} : { warnings });

const present = (document: KnowledgeDocument): Static<typeof ListedDocument> => ({
  id: document.id,
  name: document.name,
  format: document.format,
  source_url: document.sourceUrl,
  status: document.status,
  chunk: document.chunkCount,
  token: document.tokenCount,
  char_count: document.charCount,
  create_time: toSeconds(document.createdAtMs),
  update_time: toSeconds(document.updatedAtMs),
  creator_id: document.creatorId,
  creator_email: document.creatorEmail,
  ...presentWarnings(document.warnings),
});

export const createDocumentListRoutes = ({ documents }: { documents: Documents }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/bot/doc/query/page',
    key: 'agent',
    schema: {
      operationId: 'listDocuments',
      tags: ['Knowledge'],
      summary: 'List documents',
      description: 'Returns the documents of a knowledge base.',
      querystring: Type.Object({
        knowledge_base_id: RequiredText(),
        page: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
        page_size: Type.Integer({ minimum: 10, maximum: 100 }),
      }),
      response: { 200: Page },
    },
    handler: async (request) => {
      const { knowledge_base_id: baseId, page, page_size: limit } = request.query;
      const found = await documents.list(callerOf(request).agent, baseId, {
        offset: (page - 1) * limit,
        limit,
      });
      return { list: found.documents.map(present), total: found.total };
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/bot/doc/batch/delete',
    key: 'agent',
    schema: {
      operationId: 'deleteDocuments',
      tags: ['Knowledge'],
      summary: 'Delete documents',
      description: 'When the response arrives, the documents are no longer found. Unknown IDs are ignored.',
      querystring: Type.Object({
        doc: IdList,
      }),
      response: { 200: Success },
    },
    handler: async (request) => {
      await documents.remove(callerOf(request).agent, readIds(request.query.doc, 'doc'));
      return done;
    },
  }),
];

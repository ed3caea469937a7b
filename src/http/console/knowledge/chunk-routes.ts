import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { chunkLimits, type Knowledge, pairLimits } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Done } from '../wire/wire-schemas.ts';
import { ChunkView, presentChunk } from './chunk-view.ts';
import { creatorOf } from './document-upload-fields.ts';
import { DocumentParams, documentsPath } from './document-view.ts';

const tags = ['Knowledge'];
const path = `${documentsPath}/:documentId/chunks`;
const ChunkParams = Type.Object({ ...DocumentParams.properties, chunkId: Type.String() });

const Content = Type.String({
  maxLength: chunkLimits.characters,
  description: 'Of a Q&A document: the answer',
});
const optionalFields = {
  questions: Type.Optional(
    Type.Array(Type.String({ maxLength: pairLimits.questionCharacters }), {
      maxItems: pairLimits.questions,
      description: 'Only in a Q&A document: the questions by which the answer is found',
    }),
  ),
  keywords: Type.Optional(
    Type.Array(Type.String({ maxLength: chunkLimits.keywordCharacters }), {
      maxItems: chunkLimits.keywords,
      description: 'Words by which the chunk is found besides its text',
    }),
  ),
  isEnabled: Type.Optional(Type.Boolean({ description: 'false: the chunk is not searched' })),
};

type DocumentRequest = FastifyRequest & { params: { agentId: string; documentId: string } };
type ChunkRequest = FastifyRequest & { params: DocumentRequest['params'] & { chunkId: string } };

const atOnce =
  'Responds when the chunk is embedded and the change is searchable. Fails with 409 while new content of the document is processed.';

/** Shows and edits the chunks of documents. */
export const createChunkRoutes = ({
  knowledge: { inspect, chunks },
  agents,
}: RouteDependencies & { knowledge: Knowledge }): Route[] => {
  const targetOf = async (request: ChunkRequest) => ({
    agent: await findAgentOf(agents, request),
    documentId: request.params.documentId,
    chunkId: request.params.chunkId,
    editor: creatorOf(request),
  });

  const findChunk = async (request: DocumentRequest, chunkId: string) => {
    const agent = await findAgentOf(agents, request);
    const chunk = await inspect.chunk(agent, request.params.documentId, chunkId);
    if (!chunk) throw new AppError('notFound', 'There is no such chunk');
    return presentChunk(chunk);
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'List chunks',
        description: 'Chunks of the current content in document order, including disabled ones.',
        operationId: 'listChunks',
        params: DocumentParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(ChunkView) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const found = await inspect.chunks(agent, request.params.documentId, rangeOf(request.query));
        return paged(found.chunks.map(presentChunk), found.total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'knowledge:write',
      audit: 'chunk.add',
      schema: {
        tags,
        summary: 'Add a chunk',
        description: `Adds a text that the file does not have. It stays when the file is replaced. ${atOnce}`,
        operationId: 'addChunk',
        params: DocumentParams,
        body: Type.Object({ content: Content, ...optionalFields }),
        response: { 201: ChunkView },
      },
      handler: async (request, reply, record) => {
        const { documentId } = request.params;
        const [id] = await chunks.add({
          agent: await findAgentOf(agents, request),
          documentId,
          editor: creatorOf(request),
          chunks: [request.body],
          alsoIn: (tx) => record(tx, { targetId: documentId, changes: { chunks: [null, 1] } }),
        });
        reply.status(201);
        return findChunk(request, id!);
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:chunkId`,
      permission: 'knowledge:write',
      audit: 'chunk.update',
      schema: {
        tags,
        summary: 'Update a chunk',
        description: `Omitted fields stay as they are. A conflict counts as resolved: the edit is kept. ${atOnce}`,
        operationId: 'updateChunk',
        params: ChunkParams,
        body: Type.Object({ content: Type.Optional(Content), ...optionalFields }),
        response: { 200: ChunkView },
      },
      handler: async (request, _reply, record) => {
        const { documentId, chunkId } = request.params;
        await chunks.change({
          ...(await targetOf(request)),
          change: request.body,
          alsoIn: (tx) => record(tx, { targetId: documentId, changes: { chunkId: [chunkId, chunkId] } }),
        });
        return findChunk(request, chunkId);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:chunkId/restore`,
      permission: 'knowledge:write',
      audit: 'chunk.restore',
      schema: {
        tags,
        summary: 'Reset a chunk',
        description: `The chunk gets the text of the file again. An added chunk, or one with a conflict, is deleted. ${atOnce}`,
        operationId: 'restoreChunk',
        params: ChunkParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { documentId, chunkId } = request.params;
        await chunks.restore({
          ...(await targetOf(request)),
          alsoIn: (tx) => record(tx, { targetId: documentId, changes: { chunkId: [chunkId, chunkId] } }),
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:chunkId`,
      permission: 'knowledge:write',
      audit: 'chunk.delete',
      schema: {
        tags,
        summary: 'Delete a chunk',
        description:
          'A chunk of the file is also omitted when the file is indexed again, unless edits are discarded then.',
        operationId: 'deleteChunk',
        params: ChunkParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { documentId, chunkId } = request.params;
        await chunks.remove({
          ...(await targetOf(request)),
          alsoIn: (tx) => record(tx, { targetId: documentId, changes: { chunkId: [chunkId, null] } }),
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};

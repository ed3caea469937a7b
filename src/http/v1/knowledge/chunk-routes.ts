import { Type } from 'typebox';
import { chunkLimits, type Knowledge } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { idempotencyHeader, Maybe, RequiredText } from '../../schema.ts';

const NewChunk = Type.Object(
  {
    content: RequiredText({ maxLength: chunkLimits.characters }),
    keywords: Maybe(
      Type.Array(Type.String({ maxLength: chunkLimits.keywordCharacters }), {
        maxItems: chunkLimits.keywords,
        description: 'Words by which the chunk is found besides its text',
      }),
    ),
  },
  { title: 'NewChunk' },
);

const AddChunks = Type.Object(
  {
    doc_id: RequiredText({ description: 'The document' }),
    chunks: Type.Array(NewChunk, { minItems: 1, maxItems: 100 }),
  },
  { title: 'AddChunksRequest' },
);

const AddedChunks = Type.Object(
  { doc_id: Type.String(), chunk_ids: Type.Array(Type.String()) },
  { title: 'AddedChunks' },
);

export const createChunkRoutes = ({ chunks }: Pick<Knowledge, 'chunks'>): Route[] => [
  route({
    method: 'POST',
    url: '/v1/bot/doc/chunks/add',
    key: 'agent',
    schema: {
      operationId: 'addChunks',
      tags: ['Knowledge'],
      summary: 'Add chunks to a document',
      description:
        'Responds when the chunks are embedded and searchable. They stay when the document is updated. Fails with 409 while the document is processed.',
      headerParameters: idempotencyHeader,
      body: AddChunks,
      response: { 200: AddedChunks },
    },
    handler: async (request) => {
      const { agent, keyId } = callerOf(request);
      const { doc_id: documentId, chunks: given } = request.body;
      const chunkIds = await chunks.add({
        agent,
        documentId,
        editor: { id: keyId, email: '' },
        chunks: given.map(({ content, keywords }) => ({ content, keywords: keywords ?? undefined })),
        idempotencyKey: readIdempotencyKey(request, 'v1/bot/doc/chunks/add'),
      });
      return { doc_id: documentId, chunk_ids: chunkIds };
    },
  }),
];

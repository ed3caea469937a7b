import { type Static, Type } from 'typebox';
import { type MatchedChunk as Chunk, type Knowledge, rerankVersions } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { Maybe, oneOf, RequiredText } from '../../schema.ts';

const Ids = Maybe(Type.Array(Type.String(), { maxItems: 10_000 }));

const MatchedChunk = Type.Object({
  content: Type.String(),
  data_id: Type.String(),
  document_name: Type.String(),
  score: Type.Number(),
  semantic_score: Type.Number(),
  keyword_score: Type.Number(),
});

const VectorMatch = Type.Object({
  prompt: RequiredText({ description: 'Query text or keywords' }),
  embedding_rate: Maybe(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Weight of semantics against keywords; 1 by default',
    }),
  ),
  group_ids: Ids,
  data_ids: Ids,
  top_k: Maybe(Type.Integer({ minimum: 1, maximum: 50, description: '10 by default' })),
  rerank_version: Maybe(oneOf(rerankVersions)),
  doc_correlation: Maybe(Type.Number({ minimum: 0.1, maximum: 0.95, description: 'Lowest score returned' })),
});

const Found = Type.Object({
  total: Type.Integer(),
  list: Type.Array(MatchedChunk),
  warnings: Type.Optional(
    Type.Array(
      Type.Object({
        code: oneOf(['embedding_failed', 'reranker_failed', 'reranker_not_set_up']),
        message: Type.String(),
      }),
      { description: 'Only where something was done without: the embedding model or the reranker' },
    ),
  ),
});

const present = (chunk: Chunk): Static<typeof MatchedChunk> => ({
  content: chunk.content,
  data_id: chunk.dataId,
  document_name: chunk.documentName,
  score: chunk.score,
  semantic_score: chunk.semanticScore,
  keyword_score: chunk.keywordScore,
});

export const createVectorMatchRoutes = ({ match }: Pick<Knowledge, 'match'>): Route[] => [
  route({
    method: 'POST',
    url: '/v1/vector/match',
    key: 'agent',
    schema: {
      tags: ['Knowledge'],
      summary: 'Search the knowledge',
      body: VectorMatch,
      response: { 200: Found },
    },
    handler: async (request) => {
      const { body } = request;
      const { chunks, warnings } = await match(callerOf(request).agent, {
        query: body.prompt,
        scope: { groupIds: body.group_ids ?? undefined, dataIds: body.data_ids ?? undefined },
        rate: body.embedding_rate ?? 1,
        topK: body.top_k ?? 10,
        minimumScore: body.doc_correlation ?? undefined,
        rerankVersion: body.rerank_version ?? undefined,
        signal: AbortSignal.timeout(60_000),
      });
      return {
        total: chunks.length,
        list: chunks.map(present),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  }),
];

import { type Static, Type } from 'typebox';
import { KnowledgeFilter } from '../../../agents/index.ts';
import { type MatchedChunk as Chunk, type Knowledge, rerankVersions } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { callerSignal } from '../../request/caller-signal.ts';
import { type Route, route } from '../../route.ts';
import { Maybe, oneOf, RequiredText } from '../../schema.ts';

const Ids = Maybe(Type.Array(Type.String(), { maxItems: 10_000 }));

const MatchedChunk = Type.Object(
  {
    content: Type.String(),
    data_id: Type.String(),
    document_name: Type.String(),
    score: Type.Number(),
    semantic_score: Type.Number(),
    keyword_score: Type.Number(),
  },
  { title: 'MatchedChunk' },
);

/** The settings of an agent contain it too, without being a type of their own there. */
const Filter = Type.Unsafe<Static<typeof KnowledgeFilter>>({ ...KnowledgeFilter, title: 'KnowledgeFilter' });

const VectorMatch = Type.Object(
  {
    prompt: RequiredText({ description: 'Query text or keywords' }),
    embedding_rate: Maybe(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Semantic weight: 0 keywords only, 1 embedding only; default 1',
      }),
    ),
    group_ids: Ids,
    data_ids: Ids,
    top_k: Maybe(Type.Integer({ minimum: 1, maximum: 50, description: 'Default 10' })),
    rerank_version: Maybe(oneOf(rerankVersions)),
    doc_correlation: Maybe(Type.Number({ minimum: 0.1, maximum: 0.95, description: 'Minimum score' })),
    filter: Maybe(Filter),
  },
  { title: 'MatchVectorsRequest' },
);

const Warning = Type.Object(
  {
    code: oneOf(['embedding_failed', 'language_not_embedded', 'reranker_failed', 'reranker_not_set_up']),
    message: Type.String(),
  },
  { title: 'SearchWarning' },
);

const Found = Type.Object(
  {
    total: Type.Integer(),
    list: Type.Array(MatchedChunk),
    warnings: Type.Optional(
      Type.Array(Warning, {
        description:
          'Present if the search ran without the reranker, or if keywords replaced the embedding model because it failed or does not know the language of the query',
      }),
    ),
  },
  { title: 'VectorMatches' },
);

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
      operationId: 'matchVectors',
      tags: ['Knowledge'],
      summary: 'Search knowledge',
      description: 'Returns the chunks that match a query best, by embedding and keywords.',
      body: VectorMatch,
      response: { 200: Found },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const { chunks, warnings } = await match(callerOf(request).agent, {
        query: body.prompt,
        scope: {
          groupIds: body.group_ids ?? undefined,
          dataIds: body.data_ids ?? undefined,
          filter: body.filter ?? undefined,
        },
        rate: body.embedding_rate ?? 1,
        topK: body.top_k ?? 10,
        minimumScore: body.doc_correlation ?? undefined,
        rerankVersion: body.rerank_version ?? undefined,
        signal: callerSignal(reply, 60_000),
      });
      return {
        total: chunks.length,
        list: chunks.map(present),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  }),
];

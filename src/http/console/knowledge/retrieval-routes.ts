import { type Static, Type } from 'typebox';
import { KnowledgeFilter } from '../../../agents/index.ts';
import { type Knowledge, type Match, rerankVersions } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { callerSignal } from '../../request/caller-signal.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams, WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Knowledge'];
const Ids = Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 }));
const NullableScore = Type.Union([Type.Number(), Type.Null()]);
const ms = Type.Number({ description: 'Milliseconds' });
const timeoutMs = 60_000;

const RetrievalTest = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
  embeddingRate: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Semantic weight: 0 keywords only, 1 embedding only; default: setting of the agent',
    }),
  ),
  topK: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  minimumScore: Type.Optional(
    Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: 'Minimum score; null: none; default: as for prompts of the agent',
    }),
  ),
  rerankVersion: Type.Optional(Type.Union([oneOf(rerankVersions), Type.Null()])),
  knowledgeBaseIds: Ids,
  documentIds: Ids,
  filter: Type.Optional(
    Type.Union([KnowledgeFilter, Type.Null()], { description: 'null: none; default: setting of the agent' }),
  ),
});

const FoundChunk = Type.Object(
  {
    chunkId: Type.String(),
    documentId: Type.String(),
    documentName: Type.String(),
    sourceUrl: Type.String(),
    content: Type.String(),
    score: Type.Number({ description: 'Final score: of the reranker, if one was used' }),
    semanticScore: Type.Number(),
    keywordScore: Type.Number(),
    rerankScore: NullableScore,
  },
  { title: 'FoundChunk' },
);

const TestResult = Type.Object(
  {
    chunks: Type.Array(FoundChunk),
    timings: Type.Object({ indexMs: ms, embedMs: ms, searchMs: ms, readMs: ms, rerankMs: ms, totalMs: ms }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'RetrievalResult' },
);

const RerankerView = Type.Object(
  {
    version: oneOf(rerankVersions),
    isSetUp: Type.Boolean(),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'Host of its server; null if it runs locally or is not configured',
    }),
  },
  { title: 'Reranker' },
);

const present = ({ chunks, timings, warnings }: Match, totalMs: number): Static<typeof TestResult> => ({
  chunks: chunks.map(({ dataId, rerankScore, questions: _questions, ...chunk }) => ({
    ...chunk,
    documentId: dataId,
    rerankScore: rerankScore ?? null,
  })),
  timings: { ...timings, totalMs: Math.round(totalMs * 100) / 100 },
  warnings: warnings.map(({ message }) => message),
});

/** Tests a retrieval: chunks with all their scores, and the duration of each step. */
export const createRetrievalRoutes = ({
  knowledge: { retrieval, rerankers },
  agents,
}: RouteDependencies & { knowledge: Knowledge }): Route[] => {
  const requireSetUp = (version: string): void => {
    if (!rerankers.some((one) => one.version === version && one.isSetUp))
      throw new AppError('invalidParameter', `rerankVersion ${version} is not set up in this service`);
  };

  return [
    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/agents/:agentId/retrieval-test',
      permission: 'knowledge:read',
      audit: 'none',
      schema: {
        tags,
        summary: 'Test retrieval',
        description:
          'Omitted fields use the settings of the agent; if both lists are omitted, so does the scope. With one list, only that list is searched; with both, their union. An empty list adds nothing to the scope. If embedding or reranking fails, the search continues without it and `warnings` contains the reason.',
        operationId: 'testRetrieval',
        params: AgentParams,
        body: RetrievalTest,
        response: { 200: TestResult },
      },
      handler: async (request, reply) => {
        const { body } = request;
        const agent = await findAgentOf(agents, request);
        const own = agent.settings.knowledge;
        const version = body.rerankVersion === undefined ? own.rerankVersion : body.rerankVersion;
        if (version !== null) requireSetUp(version);
        const minimumScore =
          body.minimumScore === undefined ? (own.minimumScore ?? 'related') : body.minimumScore;
        const isNarrowed = body.knowledgeBaseIds !== undefined || body.documentIds !== undefined;
        const startedAt = performance.now();
        const match = await retrieval.match({
          agentId: agent.id,
          query: body.query,
          scope: {
            ...(isNarrowed
              ? { groupIds: body.knowledgeBaseIds, dataIds: body.documentIds }
              : { groupIds: own.groupIds ?? undefined, dataIds: own.dataIds ?? undefined }),
            filter: (body.filter === undefined ? own.filter : body.filter) ?? undefined,
          },
          rate: body.embeddingRate ?? own.embeddingRate,
          topK: body.topK ?? own.topK,
          minimumScore: minimumScore ?? undefined,
          rerankVersion: rerankVersions.find((known) => known === version),
          onFailure: 'degrade',
          signal: callerSignal(reply, timeoutMs),
        });
        return present(match, performance.now() - startedAt);
      },
    }),

    route({
      method: 'GET',
      url: '/workspaces/:workspaceId/rerankers',
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'List rerankers',
        description: 'Returns the rerankers that are configured for the service.',
        operationId: 'listRerankers',
        params: WorkspaceParams,
        response: { 200: Type.Object({ items: Type.Array(RerankerView) }) },
      },
      handler: async () => ({
        items: rerankers.map(({ version, isSetUp, url }) => ({
          version,
          isSetUp,
          address: url === undefined ? null : (URL.parse(url)?.host ?? null),
        })),
      }),
    }),
  ];
};

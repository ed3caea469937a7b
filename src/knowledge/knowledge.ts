import { rm } from 'node:fs/promises';
import type { Agent, Agents } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Files } from '../files/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { Log } from '../lib/log.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { createThread } from '../lib/thread/thread.ts';
import type { Recognition } from '../recognition/index.ts';
import type { AttributeInput, MatchedSentence } from './attribute/match-sentences.ts';
import { createCitations } from './citations.ts';
import { createChangeDocuments } from './documents/change-documents.ts';
import { createDocuments } from './documents/documents.ts';
import { createInspectDocuments } from './documents/inspect-documents.ts';
import { createManageBases } from './documents/manage-bases.ts';
import { missingSources } from './documents/missing-sources.ts';
import type { Embedders } from './embedders.ts';
import { defineIngestion } from './ingest/define-ingestion.ts';
import { createKnowledgeThreads, type KnowledgeThreads } from './knowledge-threads.ts';
import { createFetchPages } from './postings/fetch-pages.ts';
import { createChargeRerank } from './rerank/charge-rerank.ts';
import { createRerank, type RerankSettings } from './rerank/rerank.ts';
import { isRerankVersion, rerankVersions } from './rerank/rerank-versions.ts';
import { createEmbedQuery } from './retrieve/embed-query.ts';
import { createLimitedRead } from './retrieve/limited-read.ts';
import { createPostgresSearch } from './retrieve/postgres-search.ts';
import { createRetrieval, type Match, type MatchInput } from './retrieve/retrieval.ts';
import { createSqliteSearch } from './retrieve/sqlite-search.ts';
import { createTypedRetrieval } from './retrieve/typed-retrieval.ts';
import { createVectorIndexes } from './retrieve/vector-indexes.ts';
import { type ChunkScope, searchesNothing } from './search-index/chunk-scope.ts';
import { createIndexFollower } from './search-index/follow-index.ts';
import { createSavedIndexes } from './search-index/saved-indexes.ts';
import type { SearchHandlers } from './search-index/search-thread.ts';
import { createSources } from './sources/create-sources.ts';

export interface KnowledgeDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  /** Provides the prices for documents. */
  agents: Pick<Agents, 'find'>;
  files: Files;
  fetch: SafeFetch;
  encryption: Encryption;
  recognition: Pick<Recognition, 'recognise' | 'isPlainText'>;
  embedders: Embedders;
  rerankers: RerankSettings;
  /** Folders of the server that knowledge sources may read. */
  sourceFolders: readonly string[];
  /** For files during upload. */
  uploadFolder: string;
  /** For indexes between two runs. If absent, each is built again. */
  indexFolder?: string;
  /** Those of a service that does not end them, for tests that start many services. */
  threads?: KnowledgeThreads;
}

/** Documents, their search, and the jobs between. Must be created before the jobs start. */
export const createKnowledge = (dependencies: KnowledgeDependencies) => {
  const { db, log, clock, embedders, fetch, threads = createKnowledgeThreads() } = dependencies;
  const searchThread = createThread<SearchHandlers>({
    entry: new URL('./search-index/search-thread.ts', import.meta.url),
    onLost: () => follower.forgetAll(),
  });
  // On PostgreSQL the database has the postings, and the rest is read quickly.
  const saved =
    dependencies.indexFolder && db.kind === 'sqlite'
      ? createSavedIndexes({ thread: searchThread, log, clock, folder: dependencies.indexFolder })
      : undefined;
  const follower = createIndexFollower({ db, thread: searchThread, saved });
  const vectorIndexes = createVectorIndexes({ db, log });
  const read = createLimitedRead(db);
  const fetchPages = createFetchPages(read);
  const search =
    db.kind === 'sqlite'
      ? createSqliteSearch({ thread: searchThread })
      : createPostgresSearch({ read, thread: searchThread, fetchPages, vectorIndexes });
  const rerank = createRerank({ settings: dependencies.rerankers, fetch });
  const embedQuery = createEmbedQuery(embedders);
  const retrieval = createRetrieval({
    db,
    log,
    follower,
    thread: searchThread,
    search,
    embedQuery,
    rerank,
  });
  const chargeRerank = createChargeRerank(dependencies);
  const ingestion = defineIngestion({ ...dependencies, follower, vectorIndexes, threads });

  const sources = createSources({ ...dependencies, work: threads.crawl });

  let warming: Promise<void> = Promise.resolve();

  return {
    documents: createDocuments(dependencies),
    inspect: createInspectDocuments(dependencies),
    changeDocument: createChangeDocuments(dependencies),
    chunks: ingestion.editChunks,
    previewChunks: ingestion.previewChunks,
    bases: createManageBases(dependencies),
    citations: createCitations(dependencies),
    sources,
    retrieval,
    /** Vectors of a question by these models. Recent ones are cached. */
    embedQuery,
    /** Rerankers by name, as configured: at an address, in a folder, or not at all. */
    rerankers: rerankVersions.map((version) => {
      const settings = dependencies.rerankers[version];
      return { version, isSetUp: settings !== undefined, url: settings?.url };
    }),

    /** Whether a search can find anything. Does not check whether the documents in scope exist. */
    hasAny: async (agentId: string, scope: ChunkScope): Promise<boolean> =>
      !searchesNothing(scope) && (await follower.countChunks(agentId)) > 0,

    /** Which of these knowledge bases (`groupIds`) and documents (`dataIds`) the agent does not have. */
    missing: (agentId: string, sources: Parameters<typeof missingSources>[2]) =>
      missingSources(db.query, agentId, sources),

    /** For a round, by the agent's settings. Continues without a step that fails. */
    retrieve: async (input: {
      agent: Agent;
      query: string;
      scope: ChunkScope;
      signal: AbortSignal;
      owner?: FairOwner;
    }): Promise<Match> => {
      const { topK, embeddingRate, minimumScore, rerankVersion, filter } = input.agent.settings.knowledge;
      return retrieval.match({
        agentId: input.agent.id,
        query: input.query,
        scope: { ...input.scope, filter: filter ?? undefined },
        rate: embeddingRate,
        topK,
        minimumScore: minimumScore ?? 'related',
        asPassages: true,
        rerankVersion: rerankVersion !== null && isRerankVersion(rerankVersion) ? rerankVersion : undefined,
        onFailure: 'degrade',
        allowCachedEmpty: true,
        signal: input.signal,
        owner: input.owner ?? { workspaceId: input.agent.workspaceId, userId: '' },
      });
    },

    /** Which sentences of an answer were taken from which passages. */
    attribute: (input: AttributeInput): Promise<MatchedSentence[]> =>
      searchThread.call('matchSentences', input),

    /** For a caller of the API, who sets the options and pays for the reranker. */
    match: async (agent: Agent, input: Omit<MatchInput, 'agentId' | 'onFailure'>) => {
      const found = await retrieval.match({
        ...input,
        agentId: agent.id,
        owner: { workspaceId: agent.workspaceId, userId: '' },
        onFailure: 'degrade',
      });
      if (found.reranked) await chargeRerank(agent, found.reranked);
      return found;
    },

    /** Documents by keywords while a query is being typed. */
    searchTyped: createTypedRetrieval({ db, follower, thread: searchThread, fetchPages }),

    /** Called after the jobs have started. Long work continues after it has resolved. */
    start: async (): Promise<void> => {
      await ingestion.enqueueOutdated();
      // Earlier versions saved indexes on PostgreSQL too.
      if (dependencies.indexFolder && db.kind === 'postgres')
        await rm(dependencies.indexFolder, { recursive: true, force: true });
      await sources.resumeDeletions();
      warming = follower
        .warmUp()
        .catch((error) => log.debug({ error }, 'search indexes could not be loaded in advance'));
    },
    close: async (): Promise<void> => {
      await threads.close();
      saved?.close();
      await searchThread.close();
      await rerank.close();
      await warming;
      await embedders.close?.();
    },
  };
};

export type Knowledge = ReturnType<typeof createKnowledge>;

import type { Agent } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import type { JobContext } from '../../../src/jobs/index.ts';
import type { PrepareHandlers } from '../../../src/knowledge/ingest/prepare-thread.ts';
import { createFetchPages } from '../../../src/knowledge/postings/fetch-pages.ts';
import { createStorePostings } from '../../../src/knowledge/postings/store-postings.ts';
import { createLimitedRead } from '../../../src/knowledge/retrieve/limited-read.ts';
import { createPostgresSearch } from '../../../src/knowledge/retrieve/postgres-search.ts';
import { createVectorIndexes } from '../../../src/knowledge/retrieve/vector-indexes.ts';
import { createAgentIndex } from '../../../src/knowledge/search-index/agent-index.ts';
import type { ChunkScope } from '../../../src/knowledge/search-index/chunk-scope.ts';
import { createIndexFollower } from '../../../src/knowledge/search-index/follow-index.ts';
import {
  pageOfDocuments,
  pageOfUpload,
  readSequence,
} from '../../../src/knowledge/search-index/index-store.ts';
import type { SearchHandlers } from '../../../src/knowledge/search-index/search-thread.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { createThread } from '../../../src/lib/thread/thread.ts';
import type { TestKnowledge } from './open-knowledge.ts';

/** Chunk numbers with their keyword scores, the best first. */
export type Ranking = [number: number, score: number][];

const candidates = 200;

/** One process that searches. */
export const openSearcher = (
  db: Database,
  { pages, memoryLimitBytes }: { pages?: number; memoryLimitBytes?: number } = {},
) => {
  const thread = createThread<SearchHandlers>({
    entry: new URL('../../../src/knowledge/search-index/search-thread.ts', import.meta.url),
  });
  const follower = createIndexFollower({
    db,
    thread,
    ...(memoryLimitBytes === undefined ? {} : { memoryLimitBytes }),
  });
  const read = createLimitedRead(db);
  const search = createPostgresSearch({
    read,
    thread,
    fetchPages: createFetchPages(read, pages === undefined ? {} : { limit: pages }),
    vectorIndexes: createVectorIndexes({ db, log: silentLog }),
  });
  return {
    thread,
    follower,
    /** By keywords only. `sequence` is the state of the index before. */
    rank: async (
      agent: Agent,
      text: string,
      scope: ChunkScope = {},
    ): Promise<{ ranking: Ranking; sequence: number }> => {
      const ready = await follower.ready(agent.id);
      const found = await search({ agentId: agent.id, text, queries: [], rate: 0, scope });
      return {
        ranking: found.map(({ number, score }) => [number, score]),
        sequence: ready?.sequence ?? 0,
      };
    },
    close: () => thread.close(),
  };
};

/** The ranking by an index in memory that is built from the chunks of the database. */
export const rankInMemory = async (
  db: Database,
  agent: Agent,
): Promise<{ rank(text: string, scope?: ChunkScope): Ranking; sequence: number }> => {
  const sequence = (await readSequence(db.query, agent.id)) ?? 0;
  const index = createAgentIndex();
  for (const { sequence: _sequence, isPosted: _isPosted, ...document } of await pageOfDocuments(
    db.query,
    agent.id,
    0,
    100_000,
  )) {
    index.addDocument(document);
    const { chunks } = await pageOfUpload(db.query, document.uploadId, -1, 100_000);
    for (const chunk of chunks) index.addChunk(chunk);
  }
  return {
    sequence,
    rank: (text, scope = {}) => {
      const { numbers, keywordScores } = index.search({ text, vectors: [], scope, limit: candidates });
      return numbers
        .map((number, at): [number, number] => [number, keywordScores[at]!])
        .filter(([, score]) => score > 0)
        .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b);
    },
  };
};

/** Of a job. `signal` can end it. */
const contextWith = (signal: Pick<AbortSignal, 'throwIfAborted'>): JobContext =>
  ({ signal, heartbeat: async () => true }) as unknown as JobContext;

/** The job that stores postings, called by the test. Runs are made from `limit` chunks on, or from as many as in the service. */
export const openStoring = (db: Database, { jobs }: Pick<TestKnowledge, 'jobs'>, limit?: number) => {
  const thread = createThread<PrepareHandlers>({
    entry: new URL('../../../src/knowledge/ingest/prepare-thread.ts', import.meta.url),
  });
  const store = createStorePostings({
    db,
    clock: systemClock,
    jobs,
    thread,
    ...(limit === undefined ? {} : { limit }),
  });
  return {
    store: (
      agent: Agent,
      signal: Pick<AbortSignal, 'throwIfAborted'> = new AbortController().signal,
    ): Promise<void> => store.run({ agentId: agent.id }, contextWith(signal)),
    close: () => thread.close(),
  };
};

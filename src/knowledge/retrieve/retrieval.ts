import type { Database } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import type { Log } from '../../lib/log.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { countTokens } from '../../lib/tokens.ts';
import type { Rerank } from '../rerank/rerank.ts';
import type { RerankVersion } from '../rerank/rerank-versions.ts';
import { type ChunkScope, isEverything, searchesNothing } from '../search-index/chunk-scope.ts';
import type { IndexFollower } from '../search-index/follow-index.ts';
import { readSequence } from '../search-index/index-store.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import { type ChunkContent, readContents } from './chunk-contents.ts';
import type { createEmbedQuery } from './embed-query.ts';
import { candidatesFor, toPassages } from './passages.ts';
import { isAbout, withoutNoise } from './relevant-chunks.ts';
import type { EmbeddedQuery, ScoredChunk, Search } from './search.ts';

export interface MatchInput {
  agentId: string;
  query: string;
  scope: ChunkScope;
  /** Semantic ↔ keyword weight, from 0 to 1. */
  rate: number;
  topK: number;
  /**
   * Inclusive. Applies to the final score. `related`: nothing if the best chunk is not about the query, and no chunks
   * that are much weaker than it, as measured for the embedding model.
   */
  minimumScore?: number | 'related';
  rerankVersion?: RerankVersion;
  /** For prompts: neighbouring chunks are merged, and those that repeat others make room for the next best. */
  asPassages?: boolean;
  /** `degrade`: keywords only if embedding fails, and the order without reranking if the reranker fails. */
  onFailure: 'throw' | 'degrade';
  /** The agent's first document may be found a second late if another process indexed it. */
  allowCachedEmpty?: boolean;
  signal: AbortSignal;
  /** Decides the position of the query in the fair queue of the embedding model. */
  owner?: FairOwner;
}

/** With `asPassages` it may be several neighbouring chunks. */
export interface MatchedChunk extends Omit<ChunkContent, 'number' | 'position' | 'standsAlone'> {
  /** Only if it is more than one, in their order. */
  chunkIds?: string[];
  score: number;
  semanticScore: number;
  keywordScore: number;
  /** Only if a reranker was used. */
  rerankScore?: number;
}

/** With what is internal: its number in the database, its position, and the confidence of the model. */
type FoundChunk = MatchedChunk &
  Pick<ChunkContent, 'position' | 'standsAlone'> &
  Pick<ScoredChunk, 'number' | 'confidence'>;

/** Duration of each step in milliseconds. 0 for skipped steps. */
export interface MatchTimings {
  indexMs: number;
  embedMs: number;
  searchMs: number;
  readMs: number;
  rerankMs: number;
}

/** A step that failed or was left out. */
export interface MatchWarning {
  code: 'embedding_failed' | 'language_not_embedded' | 'reranker_failed' | 'reranker_not_set_up';
  message: string;
}

export interface Match {
  chunks: MatchedChunk[];
  warnings: MatchWarning[];
  timings: MatchTimings;
  /** Tokens to charge for reranking: each text, and the query once per text. */
  reranked?: { version: RerankVersion; tokens: number };
}

interface RetrievalDependencies {
  db: Database;
  log: Log;
  follower: Pick<IndexFollower, 'ready'>;
  thread: Thread<SearchHandlers>;
  search: Search;
  embedQuery: ReturnType<typeof createEmbedQuery>;
  rerank: Rerank;
}

/** Independent of top_k, so that the best k are the first of the best k + 1. */
const rerankedCount = 50;
const longestText = 20_000;
/** A swap during a search is rare. The limit ends the search even if documents change all the time. */
const mostSearches = 3;

const createStopwatch = () => {
  const timings: MatchTimings = { indexMs: 0, embedMs: 0, searchMs: 0, readMs: 0, rerankMs: 0 };
  const timed = async <Result>(step: keyof MatchTimings, work: Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const result = await work;
    timings[step] = Math.round((performance.now() - startedAt) * 100) / 100;
    return result;
  };
  return { timings, timed };
};

const withoutInternal = ({
  number: _number,
  position: _position,
  standsAlone: _standsAlone,
  confidence: _confidence,
  ...chunk
}: FoundChunk): MatchedChunk => chunk;

const goodEnough = (
  { minimumScore = 0 }: MatchInput,
  { chunks, reranked }: { chunks: FoundChunk[] } & Pick<Match, 'reranked'>,
  judgesRelation: boolean,
): FoundChunk[] => {
  if (minimumScore !== 'related') return chunks.filter((chunk) => chunk.score >= minimumScore);
  // Scores of rerankers are not calibrated, and their order is better.
  return judgesRelation && !reranked ? withoutNoise(chunks) : chunks;
};

export const createRetrieval = (dependencies: RetrievalDependencies) => {
  const { db, log, follower, thread, search, embedQuery, rerank } = dependencies;

  /** In order, until there are enough. Chunks that were deleted or replaced meanwhile are skipped and set `isStale`. */
  const withContents = async (
    agentId: string,
    scored: readonly ScoredChunk[],
    wanted: number,
  ): Promise<{ chunks: FoundChunk[]; isStale: boolean }> => {
    const chunks: FoundChunk[] = [];
    let isStale = false;
    for (let at = 0; at < scored.length && chunks.length < wanted; at += wanted) {
      const slice = scored.slice(at, at + wanted);
      const contents = await readContents(
        db.query,
        agentId,
        slice.map(({ number }) => number),
      );
      isStale ||= contents.size < slice.length;
      for (const scores of slice) {
        const content = contents.get(scores.number);
        if (content && chunks.length < wanted) chunks.push({ ...content, ...scores });
      }
    }
    return { chunks, isStale };
  };

  const modelsIn = async (agentId: string, scope: ChunkScope, all: readonly string[]) => {
    if (isEverything(scope) || all.length === 1) return all;
    return (await thread.call('survey', { agentId, scope, withIds: false })).models;
  };

  const embed = async (
    input: MatchInput,
    allModels: readonly string[],
    warnings: MatchWarning[],
  ): Promise<EmbeddedQuery[]> => {
    const { agentId, scope, query, signal, owner } = input;
    if (input.rate === 0) return [];
    try {
      const models = await modelsIn(agentId, scope, allModels);
      const { queries, isUncertain } = await embedQuery(query, models, signal, owner);
      if (isUncertain)
        warnings.push({
          code: 'language_not_embedded',
          message:
            'The embedding model does not know the language of the query well; the results are ranked mainly by keywords',
        });
      return queries;
    } catch (error) {
      if (input.onFailure === 'throw') throw error;
      signal.throwIfAborted();
      log.warn({ agentId, error }, 'a query could not be embedded; searching by keywords only');
      warnings.push({
        code: 'embedding_failed',
        message: 'The query could not be embedded; searched by keywords only',
      });
      return [];
    }
  };

  const reranked = async (
    input: MatchInput,
    chunks: FoundChunk[],
    warnings: MatchWarning[],
  ): Promise<{ chunks: FoundChunk[] } & Pick<Match, 'reranked'>> => {
    const { rerankVersion: version } = input;
    const problem = version && rerank.problemOf(version);
    if (problem !== undefined) warnings.push({ code: 'reranker_not_set_up', message: problem });
    if (!version || problem !== undefined || chunks.length === 0) return { chunks };
    const query = input.query.slice(0, longestText);
    try {
      const texts = chunks.map((chunk) => chunk.content);
      const scores = await rerank(version, { query, texts, signal: input.signal });
      const ordered = chunks
        .map((chunk, index) => ({ ...chunk, score: scores[index]!, rerankScore: scores[index]! }))
        .map((chunk, index) => ({ chunk, index }))
        .sort((a, b) => b.chunk.score - a.chunk.score || a.index - b.index)
        .map(({ chunk }) => chunk)
        .filter((chunk) => chunk.score > 0);
      const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, chunks.length * countTokens(query));
      return { chunks: ordered, reranked: { version, tokens } };
    } catch (error) {
      const isRefused = error instanceof AppError;
      if (input.onFailure === 'throw') throw error;
      input.signal.throwIfAborted();
      log.warn({ agentId: input.agentId, error }, 'the reranker failed; the original order is kept');
      // Only messages written for callers: other errors may contain addresses.
      const reason = isRefused ? ` (${error.message})` : '';
      warnings.push({
        code: 'reranker_failed',
        message: `The reranker failed${reason}; the original order is kept`,
      });
      return { chunks };
    }
  };

  /** A reranker may take seconds, so chunks deleted or replaced meanwhile are removed. */
  const stillServed = async (agentId: string, chunks: FoundChunk[]): Promise<FoundChunk[]> => {
    const numbers = chunks.map((chunk) => chunk.number);
    const served = await readContents(db.query, agentId, numbers);
    return chunks.filter((chunk) => served.has(chunk.number));
  };

  /** The best chunks of an agent's knowledge for a query. */
  const match = async (input: MatchInput): Promise<Match> => {
    const { agentId, scope, topK, allowCachedEmpty } = input;
    const warnings: MatchWarning[] = [];
    const { timings, timed } = createStopwatch();
    if (input.rerankVersion && input.onFailure === 'throw') rerank.require(input.rerankVersion);
    const ready = searchesNothing(scope)
      ? undefined
      : await timed('indexMs', follower.ready(agentId, { allowCachedEmpty }));
    if (!ready) return { ...(await reranked(input, [], warnings)), chunks: [], warnings, timings };
    const queries = await timed('embedMs', embed(input, ready.models, warnings));
    const text = input.query.slice(0, longestText);
    const candidates = input.asPassages ? candidatesFor(topK) : topK;
    const wanted = input.rerankVersion ? rerankedCount : candidates;
    const searchOnce = async (sequence: number) => {
      const { rate, signal } = input;
      const scored = await timed('searchMs', search({ agentId, text, queries, rate, scope, signal }));
      const reading = Promise.all([withContents(agentId, scored, wanted), readSequence(db.query, agentId)]);
      const [{ chunks, isStale }, newest = 0] = await timed('readMs', reading);
      return { chunks, isStale: isStale || newest > sequence };
    };
    let found = await searchOnce(ready.sequence);
    // A document was swapped after the index was updated, so its new content was not searched.
    for (let tries = 1; found.isStale && tries < mostSearches; tries += 1)
      found = await searchOnce((await follower.ready(agentId))?.sequence ?? 0);
    const judgesRelation = input.minimumScore === 'related' && queries.every((query) => query.isCalibrated);
    const isUnrelated = judgesRelation && !isAbout(text, found.chunks.slice(0, topK));
    const ordered = await timed('rerankMs', reranked(input, isUnrelated ? [] : found.chunks, warnings));
    const good = goodEnough(input, ordered, judgesRelation);
    const kept = ordered.reranked ? await stillServed(agentId, good) : good;
    const best = kept.slice(0, candidates);
    const chunks = input.asPassages ? toPassages(text, best, topK) : best;
    return { ...ordered, chunks: chunks.map(withoutInternal), warnings, timings };
  };

  return { match };
};

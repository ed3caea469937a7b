import type { Thread } from '../../lib/thread/thread.ts';
import { exactSearchLimitChunks, sharedExactLimitChunks } from '../exact-search-limit.ts';
import type { FetchPages } from '../postings/fetch-pages.ts';
import type { Candidates } from '../search-index/candidates.ts';
import { isEverything } from '../search-index/chunk-scope.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import type { LimitedRead } from './limited-read.ts';
import { candidateCount, type Search, type SearchInput, scoreCandidates } from './search.ts';
import { allowLongScans, findNearest, readCosines } from './vector-index-store.ts';
import type { VectorIndexes } from './vector-indexes.ts';

/** How long the index scan continues if most rows it finds belong to other agents. */
const mostScanned = 200_000;
/** The highest that pgvector accepts. */
const widestScan = 1000;

/**
 * How many candidates the index scan keeps at a time. With a million chunks in clusters, 200 missed the whole cluster of
 * every ninth query, and 1,000 of none (60 queries).
 */
export const scanWidth = (chunksInScope: number): number =>
  Math.min(widestScan, Math.max(candidateCount, Math.ceil(chunksInScope / 1000)));

/**
 * The index has the vectors of all agents, and a scan for one of them reads many others. Of 20,000 vectors among 200,000 it found
 * 87% of the best 10 in 67 ms; comparing the 20,000 exactly took 43 ms.
 */
export const comparesAll = (chunksInScope: number, allVectors: number): boolean =>
  chunksInScope <= exactSearchLimitChunks ||
  (chunksInScope <= sharedExactLimitChunks && chunksInScope <= allVectors / 2);

/**
 * The search thread compares keywords with the postings of the database, pgvector compares embeddings: exactly in a
 * small scope or share, with the HNSW index in a large one. The best of both then get both scores exactly.
 */
export const createPostgresSearch = ({
  read,
  thread,
  fetchPages,
  vectorIndexes,
  isExact = comparesAll,
}: {
  read: LimitedRead;
  thread: Thread<SearchHandlers>;
  fetchPages: FetchPages;
  vectorIndexes: VectorIndexes;
  isExact?: typeof comparesAll;
}): Search => {
  const nearestNumbers = async (input: SearchInput, chunksInScope: number, documentIds?: string[]) => {
    const place = { agentId: input.agentId, documentIds };
    const { queries, signal } = input;
    const limit = candidateCount;
    if (
      !(await vectorIndexes.areUsable()) ||
      isExact(chunksInScope, await vectorIndexes.estimatedVectors())
    ) {
      const found = await Promise.all(
        queries.map((query) => read(signal, (tx) => findNearest(tx, place, query, { isExact: true, limit }))),
      );
      return found.flat();
    }
    return read(signal, async (tx) => {
      await allowLongScans(tx, { candidates: scanWidth(chunksInScope), mostScanned });
      const found: number[] = [];
      for (const query of queries)
        found.push(...(await findNearest(tx, place, query, { isExact: false, limit })));
      return found;
    });
  };

  const findNear = async (input: SearchInput): Promise<number[]> => {
    const { agentId, queries, scope } = input;
    if (queries.length === 0) return [];
    const survey = await thread.call('survey', { agentId, scope, withIds: !isEverything(scope) });
    return nearestNumbers(input, survey.chunks, isEverything(scope) ? undefined : survey.documentIds);
  };

  /** A change of the index between two calls may add terms. */
  const findCandidates = async (input: SearchInput): Promise<Candidates> => {
    const { agentId, text, scope, signal } = input;
    const fetch = async () => {
      const terms = await thread.call('neededTerms', { agentId, text });
      return terms.length === 0 ? undefined : fetchPages.postings(agentId, terms, signal);
    };
    let [alsoNumbers, fetched] = await Promise.all([findNear(input), fetch()]);
    for (;;) {
      signal?.throwIfAborted();
      const query = { text, scope, limit: candidateCount, alsoNumbers };
      const found = await thread.call('searchWords', { agentId, query, fetched });
      if (!('needed' in found)) return found;
      fetched = await fetchPages.postings(agentId, [...(fetched?.terms ?? []), ...found.needed], signal);
    }
  };

  return async (input) => {
    const { queries, rate, signal } = input;
    signal?.throwIfAborted();
    const candidates = await findCandidates(input);
    const cosines = await Promise.all(
      queries.map((query) => read(signal, (tx) => readCosines(tx, candidates.numbers, query))),
    );
    return scoreCandidates(candidates, cosines, { queries, rate });
  };
};

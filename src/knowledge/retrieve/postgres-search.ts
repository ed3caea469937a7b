import type { Database } from '../../db/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { exactSearchLimitChunks } from '../exact-search-limit.ts';
import { isEverything } from '../search-index/chunk-scope.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import { candidateCount, type Search, type SearchInput, scoreCandidates } from './search.ts';
import { allowLongScans, findNearest, readCosines } from './vector-index-store.ts';
import type { VectorIndexes } from './vector-indexes.ts';

/** How long the index scan continues if most rows it finds belong to other agents. */
const mostScanned = 200_000;

/**
 * The search thread compares keywords, pgvector compares embeddings: exactly in a small scope, with the HNSW
 * index in a large one. The best of both then get both scores exactly.
 */
export const createPostgresSearch = ({
  db,
  thread,
  vectorIndexes,
  exactUpTo = exactSearchLimitChunks,
}: {
  db: Database;
  thread: Thread<SearchHandlers>;
  vectorIndexes: VectorIndexes;
  /** Chunks in scope. */
  exactUpTo?: number;
}): Search => {
  const nearestNumbers = async (input: SearchInput, chunksInScope: number, documentIds?: string[]) => {
    const place = { agentId: input.agentId, documentIds };
    if (chunksInScope <= exactUpTo || !(await vectorIndexes.areUsable())) {
      const found = await Promise.all(
        input.queries.map((query) =>
          findNearest(db.query, place, query, { isExact: true, limit: candidateCount }),
        ),
      );
      return found.flat();
    }
    return db.transaction(async (tx) => {
      await allowLongScans(tx, { candidates: candidateCount, mostScanned });
      const found: number[] = [];
      for (const query of input.queries)
        found.push(...(await findNearest(tx, place, query, { isExact: false, limit: candidateCount })));
      return found;
    });
  };

  return async (input) => {
    const { agentId, text, queries, rate, scope } = input;
    const survey =
      queries.length > 0
        ? await thread.call('survey', { agentId, scope, withIds: !isEverything(scope) })
        : undefined;
    const near = survey
      ? await nearestNumbers(input, survey.chunks, isEverything(scope) ? undefined : survey.documentIds)
      : [];
    const candidates = await thread.call('search', {
      agentId,
      text,
      query: { vectors: [], scope, limit: candidateCount, alsoNumbers: near },
      withCosines: false,
    });
    const cosines = await Promise.all(
      queries.map((query) => readCosines(db.query, candidates.numbers, query)),
    );
    return scoreCandidates(candidates, cosines, { queries, rate });
  };
};

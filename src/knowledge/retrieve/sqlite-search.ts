import { drawCurve } from '../search-index/score-curve.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import type { Thread } from '../thread.ts';
import { candidateCount, type Search, scoreCandidates } from './search.ts';

/**
 * Words and meanings are compared in the search thread over everything in scope, meanings by quantised vectors;
 * the best of the sum are compared there again with the vectors as they are stored.
 */
export const createSqliteSearch =
  ({ thread }: { thread: Thread<SearchHandlers> }): Search =>
  async ({ agentId, text, queries, rate, scope }) => {
    const vectors = queries.map(({ model, vector, calibrate }) => ({
      model,
      vector,
      curve: drawCurve(calibrate),
    }));
    const { cosines, ...candidates } = await thread.call('search', {
      agentId,
      text,
      query: { vectors, rate, scope, limit: candidateCount },
      withCosines: true,
    });
    return scoreCandidates(candidates, cosines, { queries, rate });
  };

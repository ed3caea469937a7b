import type { Thread } from '../../lib/thread/thread.ts';
import { drawCurve } from '../search-index/score-curve.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import { candidateCount, type Search, scoreCandidates } from './search.ts';

/**
 * The search thread scores everything in scope by keywords and by quantised vectors. It then compares the
 * best by combined score again, with the stored vectors.
 */
export const createSqliteSearch =
  ({ thread }: { thread: Thread<SearchHandlers> }): Search =>
  async ({ agentId, text, queries, rate, scope }) => {
    const vectors = queries.map(({ model, vector, calibrate, confidence }) => ({
      model,
      vector,
      weight: rate * confidence,
      curve: drawCurve(calibrate),
    }));
    const { cosines, ...candidates } = await thread.call('search', {
      agentId,
      text,
      query: { vectors, scope, limit: candidateCount },
      withCosines: true,
    });
    return scoreCandidates(candidates, cosines, { queries, rate });
  };

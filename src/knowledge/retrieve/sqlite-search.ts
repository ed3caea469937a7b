import { sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import { bytesToVector } from '../index/index-store.ts';
import { drawCurve } from '../index/score-curve.ts';
import type { SearchHandlers } from '../index/search-thread.ts';
import type { Thread } from '../thread.ts';
import { candidateCount, type EmbeddedQuery, type Search, scoreCandidates } from './search.ts';

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
};

/**
 * Words and meanings are compared in the search thread over everything in scope, meanings by quantised vectors;
 * the best of the sum are compared again with the vectors as they are stored.
 */
export const createSqliteSearch = ({
  db,
  thread,
}: {
  db: Database;
  thread: Thread<SearchHandlers>;
}): Search => {
  const exactCosines = async (numbers: readonly number[], queries: readonly EmbeddedQuery[]) => {
    const byModel = new Map(queries.map((query) => [query.model, query.vector]));
    const cosines = new Map<number, { model: string; cosine: number }[]>();
    if (queries.length === 0 || numbers.length === 0) return cosines;
    // One parameter whatever the count, so that the statement is prepared once.
    const { rows } = await sql<{ chunk_number: number; model: string; vector: Uint8Array }>`
      select chunk_number, model, vector from chunk_vectors
      where chunk_number in (select value from json_each(${JSON.stringify(numbers)}))`.execute(db.query);
    for (const { chunk_number: number, model, vector } of rows) {
      const query = byModel.get(model);
      const stored = bytesToVector(vector);
      if (!query || stored.length !== query.length) continue;
      const known = cosines.get(number) ?? [];
      cosines.set(number, [...known, { model, cosine: dot(query, stored) }]);
    }
    return cosines;
  };

  return async ({ agentId, text, queries, rate, scope }) => {
    const vectors = queries.map(({ model, vector, calibrate }) => ({
      model,
      vector,
      curve: drawCurve(calibrate),
    }));
    const candidates = await thread.call('search', {
      agentId,
      text,
      query: { vectors, rate, scope, limit: candidateCount },
    });
    const cosines = await exactCosines(candidates.numbers, queries);
    return scoreCandidates(candidates, cosines, { queries, rate });
  };
};

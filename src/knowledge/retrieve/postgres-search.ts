import { sql } from 'kysely';
import type { Database, Handle } from '../../db/index.ts';
import { exactSearchLimitChunks } from '../exact-search-limit.ts';
import { isEverything } from '../search-index/chunk-scope.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import type { Thread } from '../thread.ts';
import {
  candidateCount,
  type EmbeddedQuery,
  type Search,
  type SearchInput,
  scoreCandidates,
} from './search.ts';
import type { VectorIndexes } from './vector-indexes.ts';

/** How far the index goes on when most of what it finds belongs to others. */
const mostScanned = 200_000;

const asText = (vector: Float32Array): string => `[${vector.join(',')}]`;

/**
 * Words are compared in the search thread, meanings by pgvector: exactly in a small scope, through the HNSW
 * index in a large one. The best of both are then given both scores exactly.
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
  const nearest = async (
    handle: Handle,
    { agentId, documentIds }: { agentId: string; documentIds: string[] | undefined },
    { model, vector }: EmbeddedQuery,
    isExact: boolean,
  ): Promise<number[]> => {
    const query = sql`${asText(vector)}`;
    // The exact comparison names no expression that an index has, so the planner cannot take one.
    const distance = isExact
      ? sql`v.vector <=> ${query}::vector`
      : sql`${vectorIndexes.expression('v', vector.length)} <=> ${query}::${vectorIndexes.type(vector.length)}`;
    const { rows } = await sql<{ chunk_number: number }>`
      select v.chunk_number from chunk_vectors v
      join documents d on d.id = v.document_id and d.served_upload_id = v.upload_id
      where v.agent_id = ${agentId} and v.model = ${sql.lit(model)} and v.dimension = ${sql.lit(vector.length)}
        ${documentIds ? sql`and v.document_id = any(${documentIds})` : sql``}
      order by ${distance} limit ${candidateCount}`.execute(handle);
    return rows.map((row) => row.chunk_number);
  };

  const nearestNumbers = async (input: SearchInput, chunksInScope: number, documentIds?: string[]) => {
    const place = { agentId: input.agentId, documentIds };
    if (chunksInScope <= exactUpTo || !(await vectorIndexes.areUsable())) {
      const found = await Promise.all(input.queries.map((query) => nearest(db.query, place, query, true)));
      return found.flat();
    }
    return db.transaction(async (tx) => {
      // Upload and document always go together, which the planner does not know: it expects few rows and would
      // rather sort them all than follow the index.
      await sql`select set_config('enable_sort', 'off', true),
        set_config('hnsw.iterative_scan', 'relaxed_order', true),
        set_config('hnsw.ef_search', ${String(candidateCount)}, true),
        set_config('hnsw.max_scan_tuples', ${String(mostScanned)}, true)`.execute(tx);
      const found: number[] = [];
      for (const query of input.queries) found.push(...(await nearest(tx, place, query, false)));
      return found;
    });
  };

  const exactCosines = async (numbers: readonly number[], { model, vector }: EmbeddedQuery) => {
    const { rows } = await sql<{ chunk_number: number; cosine: number }>`
      select chunk_number, 1 - (vector <=> ${asText(vector)}::vector) as cosine from chunk_vectors
      where chunk_number = any(${[...numbers]}::bigint[]) and model = ${model}
        and dimension = ${vector.length}`.execute(db.query);
    const byNumber = new Map(rows.map((row) => [row.chunk_number, row.cosine]));
    return Float64Array.from(numbers, (number) => byNumber.get(number) ?? Number.NaN);
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
      query: { vectors: [], rate: rate < 1 ? 0 : 1, scope, limit: candidateCount, alsoNumbers: near },
      withCosines: false,
    });
    const cosines = await Promise.all(queries.map((query) => exactCosines(candidates.numbers, query)));
    return scoreCandidates(candidates, cosines, { queries, rate });
  };
};

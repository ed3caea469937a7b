import type { Candidates } from '../search-index/agent-index.ts';
import type { ChunkScope } from '../search-index/chunk-scope.ts';

/** A query in the eyes of one embedding model. */
export interface EmbeddedQuery {
  model: string;
  vector: Float32Array;
  calibrate(cosine: number): number;
}

export interface SearchInput {
  agentId: string;
  text: string;
  queries: readonly EmbeddedQuery[];
  rate: number;
  scope: ChunkScope;
}

export interface ScoredChunk {
  number: number;
  score: number;
  semanticScore: number;
  keywordScore: number;
}

export type Search = (input: SearchInput) => Promise<ScoredChunk[]>;

/**
 * How many candidates are compared exactly, whatever the caller wants of them: with a number that followed
 * top_k, the best k might not begin the best k + 1.
 */
export const candidateCount = 200;

export const bestFirst = (a: ScoredChunk, b: ScoredChunk): number => b.score - a.score || a.number - b.number;

/**
 * Candidates with their exact cosines, by query and candidate (not a number where there is none), to scores. Both
 * parts are within [0, 1].
 */
export const scoreCandidates = (
  { numbers, keywordScores }: Candidates,
  cosines: readonly Float64Array[],
  { queries, rate }: Pick<SearchInput, 'queries' | 'rate'>,
): ScoredChunk[] => {
  const scored = numbers.map((number, at): ScoredChunk => {
    let semanticScore = 0;
    for (const [index, { calibrate }] of queries.entries()) {
      const cosine = cosines[index]?.[at] ?? Number.NaN;
      if (!Number.isNaN(cosine)) semanticScore = Math.max(semanticScore, calibrate(cosine));
    }
    const keywordScore = keywordScores[at]!;
    return { number, semanticScore, keywordScore, score: rate * semanticScore + (1 - rate) * keywordScore };
  });
  return scored.filter(({ score }) => score > 0).sort(bestFirst);
};

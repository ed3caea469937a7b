import type { Candidates } from '../index/agent-index.ts';
import type { ChunkScope } from '../index/chunk-scope.ts';

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

/** Candidates with their exact cosines, by chunk and model, to scores. Both parts are within [0, 1]. */
export const scoreCandidates = (
  { numbers, keywordScores }: Candidates,
  cosines: ReadonlyMap<number, { model: string; cosine: number }[]>,
  { queries, rate }: Pick<SearchInput, 'queries' | 'rate'>,
): ScoredChunk[] => {
  const calibrations = new Map(queries.map((query) => [query.model, query.calibrate]));
  const scored = numbers.map((number, index): ScoredChunk => {
    const semanticScore = (cosines.get(number) ?? []).reduce(
      (best, { model, cosine }) => Math.max(best, calibrations.get(model)?.(cosine) ?? 0),
      0,
    );
    const keywordScore = keywordScores[index]!;
    return { number, semanticScore, keywordScore, score: rate * semanticScore + (1 - rate) * keywordScore };
  });
  return scored.filter(({ score }) => score > 0).sort(bestFirst);
};

import type { Candidates } from '../search-index/candidates.ts';
import type { ChunkScope } from '../search-index/chunk-scope.ts';

/** The embedding of a query by one model. */
export interface EmbeddedQuery {
  model: string;
  vector: Float32Array;
  /** How well the model knows the language of the query, in (0, 1]. */
  confidence: number;
  /** Its scores mean the same as those of other models. */
  isCalibrated: boolean;
  calibrate(cosine: number): number;
}

export interface SearchInput {
  agentId: string;
  text: string;
  queries: readonly EmbeddedQuery[];
  /** Semantic ↔ keyword weight of a model with full confidence. */
  rate: number;
  scope: ChunkScope;
  /** After it, the search does not begin another step. */
  signal?: AbortSignal;
}

export interface ScoredChunk {
  number: number;
  score: number;
  semanticScore: number;
  keywordScore: number;
  /** Of the model of its vector in the language of the query. 0 if it was compared by keywords only. */
  confidence: number;
}

export type Search = (input: SearchInput) => Promise<ScoredChunk[]>;

/**
 * Number of candidates that are compared exactly. It does not depend on top_k; otherwise
 * the best k might not be the first of the best k + 1.
 */
export const candidateCount = 200;

export const bestFirst = (a: ScoredChunk, b: ScoredChunk): number => b.score - a.score || a.number - b.number;

/**
 * Scores of candidates from their exact cosines, by query and candidate (NaN if there is none). Both parts of the
 * score are in [0, 1]. The semantic weight is the rate times the confidence of the chunk's model in the language of
 * the query. A chunk without a vector that can be compared has its keyword score.
 */
export const scoreCandidates = (
  { numbers, keywordScores }: Candidates,
  cosines: readonly Float64Array[],
  { queries, rate }: Pick<SearchInput, 'queries' | 'rate'>,
): ScoredChunk[] => {
  const scored = numbers.map((number, at): ScoredChunk => {
    const keywordScore = keywordScores[at]!;
    let best: ScoredChunk | undefined;
    for (const [index, { calibrate, confidence }] of queries.entries()) {
      const cosine = cosines[index]?.[at] ?? Number.NaN;
      if (Number.isNaN(cosine)) continue;
      const weight = rate * confidence;
      const semanticScore = calibrate(cosine);
      const score = weight * semanticScore + (1 - weight) * keywordScore;
      if (!best || score > best.score) best = { number, semanticScore, keywordScore, confidence, score };
    }
    return best ?? { number, semanticScore: 0, keywordScore, confidence: 0, score: keywordScore };
  });
  return scored.filter(({ score }) => score > 0).sort(bestFirst);
};

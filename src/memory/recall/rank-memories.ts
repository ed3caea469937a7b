import { eachShared, termSet } from '../term-set.ts';
import { cosine, type MemoryEmbedder } from '../vectors.ts';

export interface Candidate {
  terms: Uint32Array;
  vector: Uint8Array | null;
  vectorModel: string;
}

export interface EmbeddedQuery {
  embedder: MemoryEmbedder;
  vector: Float32Array;
}

/** Equal weights: embeddings find paraphrases, words find names and numbers. */
const meaningWeight = 0.5;
const mostQueryTerms = 64;

/** For each candidate the share of the query's words that it has, weighted by rarity. */
const shareOfWords = (wanted: Uint32Array, candidates: readonly Candidate[]): Float64Array => {
  const found = new Uint32Array(wanted.length);
  for (const { terms } of candidates)
    eachShared(wanted, terms, (at) => {
      found[at]! += 1;
    });
  const weights = Float64Array.from(found, (count) =>
    Math.log(1 + (candidates.length - count + 0.5) / (count + 0.5)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = new Float64Array(candidates.length);
  if (total === 0) return shares;
  candidates.forEach(({ terms }, index) => {
    eachShared(wanted, terms, (at) => {
      shares[index]! += weights[at]! / total;
    });
  });
  return shares;
};

/**
 * A score in [0, 1] for each candidate: its keyword score, combined with the embedding score if it has a vector
 * of a model that the query was embedded with.
 */
export const rankMemories = (
  queryTerms: readonly string[],
  queries: readonly EmbeddedQuery[],
  candidates: readonly Candidate[],
): number[] => {
  const words = shareOfWords(termSet(queryTerms.slice(0, mostQueryTerms)), candidates);
  const byModel = new Map(queries.map((query) => [query.embedder.modelId, query]));
  return candidates.map(({ vector, vectorModel }, index) => {
    const inWords = Math.min(1, words[index]!);
    const query = vector === null ? undefined : byModel.get(vectorModel);
    if (query === undefined) return inWords;
    const meaning = query.embedder.calibrate(cosine(query.vector, vector!));
    return meaningWeight * Math.min(1, Math.max(0, meaning)) + (1 - meaningWeight) * inWords;
  });
};

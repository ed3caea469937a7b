import { cosine, type MemoryEmbedder } from './vectors.ts';

export interface Candidate {
  /** With a space before and after each. */
  terms: string;
  vector: Uint8Array | null;
  vectorModel: string;
}

export interface EmbeddedQuery {
  embedder: MemoryEmbedder;
  vector: Float32Array;
}

/** Meaning and words count alike: one finds paraphrases, the other names and numbers. */
const meaningWeight = 0.5;
const mostQueryTerms = 48;

export const termText = (terms: readonly string[]): string =>
  terms.length === 0 ? '' : ` ${terms.map((term) => term.replaceAll(' ', '_')).join(' ')} `;

/**
 * A score in [0, 1] for each candidate: the share of the query's words it holds, rare ones counting more,
 * mixed with the likeness in meaning where it has a vector of a model the query was embedded with.
 */
export const rankMemories = (
  queryTerms: readonly string[],
  queries: readonly EmbeddedQuery[],
  candidates: readonly Candidate[],
): number[] => {
  const marked = [...new Set(queryTerms)].slice(0, mostQueryTerms).map((term) => termText([term]));
  const holds = candidates.map(({ terms }) => marked.map((term) => terms.includes(term)));
  const weights = marked.map((_, index) => {
    const found = holds.reduce((sum, held) => sum + (held[index] ? 1 : 0), 0);
    return Math.log(1 + (candidates.length - found + 0.5) / (found + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const byModel = new Map(queries.map((query) => [query.embedder.modelId, query]));

  return candidates.map((candidate, index) => {
    const held = holds[index]!.reduce((sum, isHeld, at) => sum + (isHeld ? weights[at]! : 0), 0);
    const words = total === 0 ? 0 : held / total;
    const query = candidate.vector === null ? undefined : byModel.get(candidate.vectorModel);
    if (query === undefined) return words;
    const meaning = query.embedder.calibrate(cosine(query.vector, candidate.vector!));
    return meaningWeight * Math.min(1, Math.max(0, meaning)) + (1 - meaningWeight) * words;
  });
};

import { frequencyOf, type KeywordIndex, slotOf } from './keyword-index.ts';

export interface ChunkFigures {
  /** 0 for a chunk that is gone. */
  places: Uint32Array;
  termCounts: Uint32Array;
  size: number;
  chunkCount: number;
  totalTerms: number;
}

const k1 = 1.2;
const b = 0.75;

/** By slot, 0 to 1. */
export const keywordScores = (
  index: KeywordIndex,
  terms: readonly string[],
  { places, termCounts, size, chunkCount, totalTerms }: ChunkFigures,
): Float64Array => {
  const scores = new Float64Array(size);
  const averageLength = totalTerms / Math.max(1, chunkCount);
  let best = 0;
  for (const { occurrences, postings } of index.find(terms).values()) {
    let documentFrequency = 0;
    for (const posting of postings) if (places[slotOf(posting)] !== 0) documentFrequency += 1;
    const idf = Math.log(1 + (chunkCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
    best += occurrences * idf * (k1 + 1);
    for (const posting of postings) {
      const slot = slotOf(posting);
      if (places[slot] === 0) continue;
      const frequency = frequencyOf(posting);
      const norm = k1 * (1 - b + (b * termCounts[slot]!) / averageLength);
      scores[slot] = scores[slot]! + (occurrences * idf * frequency * (k1 + 1)) / (frequency + norm);
    }
  }
  if (best > 0) for (let slot = 0; slot < size; slot += 1) scores[slot] = scores[slot]! / best;
  return scores;
};

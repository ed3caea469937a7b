import { inverseDocumentFrequency, termSaturation } from '../keywords/index.ts';
import { frequencyOf, type KeywordIndex, slotOf } from './keyword-index.ts';

export interface ChunkFigures {
  /** 0 for a chunk that is gone. */
  places: Uint32Array;
  termCounts: Uint32Array;
  size: number;
  chunkCount: number;
  totalTerms: number;
}

/** The keyword score of every chunk, by slot: the same sums as `keywordScore`, term by term over all chunks. */
export const keywordScores = (
  index: KeywordIndex,
  terms: readonly string[],
  { places, termCounts, size, chunkCount, totalTerms }: ChunkFigures,
): Float64Array => {
  const scores = new Float64Array(size);
  const averageLength = totalTerms / Math.max(1, chunkCount);
  const hasGone = chunkCount < size;
  let unreachable = 0;
  for (const { occurrences, postings } of index.find(terms).values()) {
    let documentFrequency = postings.length;
    if (hasGone) for (const posting of postings) if (places[slotOf(posting)] === 0) documentFrequency -= 1;
    const weight = occurrences * inverseDocumentFrequency(documentFrequency, chunkCount);
    unreachable += weight;
    for (let at = 0; at < postings.length; at += 1) {
      const posting = postings[at]!;
      const slot = slotOf(posting);
      if (hasGone && places[slot] === 0) continue;
      const saturation = termSaturation(frequencyOf(posting), termCounts[slot]!, averageLength);
      scores[slot] = scores[slot]! + weight * saturation;
    }
  }
  if (unreachable > 0) for (let slot = 0; slot < size; slot += 1) scores[slot] = scores[slot]! / unreachable;
  return scores;
};

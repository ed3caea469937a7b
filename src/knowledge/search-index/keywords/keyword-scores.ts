import { createCalibrateShare, inverseDocumentFrequency } from '../../keywords/index.ts';
import { frequencyOf, slotOf, type WordPostings } from './keyword-index.ts';
import { mergePostings } from './merge-postings.ts';

export interface ChunkFigures {
  /** 0 for a removed chunk. */
  places: Uint32Array;
  halfSaturations: Float64Array;
  size: number;
  chunkCount: number;
}

export const countLiving = (postings: Uint32Array, places: Uint32Array): number => {
  let living = 0;
  for (let at = 0; at < postings.length; at += 1) if (places[slotOf(postings[at]!)] !== 0) living += 1;
  return living;
};

const addScores = (
  scores: Float64Array,
  postings: Uint32Array,
  weight: number,
  halfSaturations: Float64Array,
): void => {
  for (let at = 0; at < postings.length; at += 1) {
    const posting = postings[at]!;
    const slot = slotOf(posting);
    const frequency = frequencyOf(posting);
    scores[slot] = scores[slot]! + weight * (frequency / (frequency + halfSaturations[slot]!));
  }
};

/** Finds the postings of each word of a query, every word once. */
export type FindPostings = (words: readonly (readonly string[])[]) => WordPostings[];

/**
 * Writes the BM25 of every chunk as a share of its upper limit into `shares`, by slot: the same sums as
 * `keywordScore`, word by word over all chunks. Values of removed chunks are undefined.
 */
export const keywordShares = (
  find: FindPostings,
  words: readonly (readonly string[])[],
  { places, halfSaturations, size, chunkCount }: ChunkFigures,
  shares: Float64Array,
): void => {
  shares.fill(0, 0, size);
  const hasGone = chunkCount < size;
  const weighted = find(words).map(({ occurrences, postings: lists }) => {
    const postings = mergePostings(lists);
    const documentFrequency = hasGone ? countLiving(postings, places) : postings.length;
    return { postings, weight: occurrences * inverseDocumentFrequency(documentFrequency, chunkCount) };
  });
  const unreachable = weighted.reduce((sum, { weight }) => sum + weight, 0);
  if (unreachable === 0) return;
  for (const { postings, weight } of weighted)
    addScores(shares, postings, weight / unreachable, halfSaturations);
};

/** Writes the keyword score of every chunk into `scores`, by slot. Values of removed chunks are undefined. */
export const keywordScores = (
  find: FindPostings,
  words: readonly (readonly string[])[],
  figures: ChunkFigures,
  scores: Float64Array,
): void => {
  keywordShares(find, words, figures, scores);
  const calibrateShare = createCalibrateShare(figures.chunkCount);
  for (let slot = 0; slot < figures.size; slot += 1)
    if (scores[slot]! > 0) scores[slot] = calibrateShare(scores[slot]!);
};

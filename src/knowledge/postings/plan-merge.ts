import type { Run } from './run-store.ts';

/** So many runs of about the same size become one. A search reads every run, so there must be few. */
const mergedAtOnce = 8;
const smallestLevel = 1000;
/** A run is written anew if more of it is deleted. */
const deletedShare = 0.25;

/** Runs of 1,000 to 8,000 chunks have level 0, up to 64,000 level 1 and so on. */
const levelOf = ({ livingChunks }: Run): number =>
  Math.max(0, Math.floor(Math.log(Math.max(1, livingChunks) / smallestLevel) / Math.log(mergedAtOnce)));

/**
 * The runs to merge next, or one run to write anew without deleted chunks. Empty if nothing is to be done. Of runs that
 * were made before `purgeBefore` every deleted chunk is removed.
 */
export const planMerge = (runs: readonly Run[], purgeBefore: number): readonly Run[] => {
  const levels = Map.groupBy(runs, levelOf);
  for (const level of [...levels.keys()].sort((a, b) => a - b)) {
    const same = levels.get(level)!;
    if (same.length >= mergedAtOnce) return same;
  }
  const outdated = runs.find(({ chunkCount, livingChunks, createdAt }) => {
    const deleted = chunkCount - livingChunks;
    return deleted > chunkCount * deletedShare || (deleted > 0 && createdAt <= purgeBefore);
  });
  return outdated ? [outdated] : [];
};

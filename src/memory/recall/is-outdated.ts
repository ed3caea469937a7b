import { isSingleTopic } from '../distil/extract-facts.ts';

/**
 * Whether a newer fact replaces a fact: "I live in Rome" after "I live in Paris". A fact with further topics
 * is not replaced.
 * @param candidates newest first.
 */
export const isOutdated = (
  candidates: readonly { kind: 'passage' | 'fact'; topics: readonly string[] }[],
): ((index: number) => boolean) => {
  const seen = new Set<string>();
  const outdated = candidates.map(({ kind, topics }) => {
    if (kind !== 'fact') return false;
    const isReplaced = topics.length > 0 && topics.every((topic) => isSingleTopic(topic) && seen.has(topic));
    for (const topic of topics) seen.add(topic);
    return isReplaced;
  });
  return (index) => outdated[index] ?? false;
};

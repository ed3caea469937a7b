import { isSingleTopic } from './extract-facts.ts';

const topicsIn = (terms: string): string[] =>
  terms
    .split(' ')
    .filter((term) => term.startsWith('#'))
    .map((term) => term.slice(1));

/**
 * Whether a fact was taken back by a newer one: "I live in Rome" after "I live in Paris". A fact that says
 * more than what was replaced stays.
 * @param candidates newest first.
 */
export const isOutdated = (
  candidates: readonly { kind: 'passage' | 'fact'; terms: string }[],
): ((index: number) => boolean) => {
  const told = new Set<string>();
  const outdated = candidates.map(({ kind, terms }) => {
    if (kind !== 'fact') return false;
    const topics = topicsIn(terms);
    const isReplaced = topics.length > 0 && topics.every((topic) => isSingleTopic(topic) && told.has(topic));
    for (const topic of topics) told.add(topic);
    return isReplaced;
  });
  return (index) => outdated[index] ?? false;
};

import { languageCandidates } from '../lib/language/language-tags.ts';

/** As many as browsers list; more are not needed to find one that fits. */
const mostLanguages = 10;

/** Canonical language tags without repetitions. What is not a language tag is left out. */
export const knownLanguages = (reported: readonly string[]): string[] => {
  const tags = reported.flatMap((tag) => languageCandidates(tag).slice(0, 1));
  return [...new Set(tags)].slice(0, mostLanguages);
};

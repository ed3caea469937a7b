import { languageCandidates } from '../lib/language/language-tags.ts';

/** Browsers hardly list more. */
const mostLanguages = 10;

/** Canonical language tags without duplicates. Invalid tags are dropped. */
export const knownLanguages = (reported: readonly string[]): string[] => {
  const tags = reported.flatMap((tag) => languageCandidates(tag).slice(0, 1));
  return [...new Set(tags)].slice(0, mostLanguages);
};

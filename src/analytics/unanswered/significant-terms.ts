import { analyse } from '../../knowledge/keywords/index.ts';
import { stopWords } from '../../knowledge/keywords/stop-words.ts';

/** Longer texts are cut: their beginning says what they are about. */
const lookedAt = 500;

/** The stems of a question that say what it is about, without repetitions. */
export const significantTerms = (text: string): string[] => {
  const terms = [...new Set(analyse(text.slice(0, lookedAt)).terms)];
  const telling = terms.filter((term) => !stopWords.has(term));
  return telling.length > 0 ? telling : terms;
};

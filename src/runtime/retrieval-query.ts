import { countWords } from '../lib/language/index.ts';

/** Such a short question usually depends on the previous one ("and in winter?"). */
const leaningWords = 4;

/** Four words of any language are shorter. */
const longCharacters = 60;

const isShort = (question: string): boolean =>
  question.length <= longCharacters && countWords(question) <= leaningWords;

/** The search query: a short follow-up is appended to the previous question. */
export const retrievalQuery = (question: string, earlierQuestions: readonly string[]): string => {
  const previous = earlierQuestions.at(-1);
  return previous !== undefined && question !== '' && isShort(question)
    ? `${previous.slice(0, 500)} ${question}`
    : question;
};

import { countWords } from '../lib/language/index.ts';

/** A question this short usually leans on the one before ("and in winter?"). */
const leaningWords = 4;

/** Four words of any language are shorter. */
const longCharacters = 60;

const isShort = (question: string): boolean =>
  question.length <= longCharacters && countWords(question) <= leaningWords;

/** What to search for: a short follow-up is put behind the question it follows. */
export const retrievalQuery = (question: string, earlierQuestions: readonly string[]): string => {
  const previous = earlierQuestions.at(-1);
  return previous !== undefined && question !== '' && isShort(question)
    ? `${previous.slice(0, 500)} ${question}`
    : question;
};

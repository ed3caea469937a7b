/** A question this short usually leans on the one before ("and in winter?"). */
const leaningWords = 4;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Four words of any language are shorter. */
const longCharacters = 60;

const isShort = (question: string): boolean => {
  // The segmenter is slow; most questions need no counting.
  if (question.length > longCharacters) return false;
  let words = 0;
  for (const { isWordLike } of segmenter.segment(question)) {
    if (isWordLike) words++;
    if (words > leaningWords) return false;
  }
  return true;
};

/** What to search for: a short follow-up is put behind the question it follows. */
export const retrievalQuery = (question: string, earlierQuestions: readonly string[]): string => {
  const previous = earlierQuestions.at(-1);
  return previous !== undefined && question !== '' && isShort(question)
    ? `${previous.slice(0, 500)} ${question}`
    : question;
};

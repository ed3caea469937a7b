/** A question this short usually leans on the one before ("and in winter?"). */
const leaningWords = 4;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const isShort = (question: string): boolean => {
  let words = 0;
  // Only the beginning is looked at: the segmenter is slow on long texts, and a long one is not short.
  for (const { isWordLike } of segmenter.segment(question.slice(0, 80))) {
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

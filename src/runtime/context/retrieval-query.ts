/** A longer question names its subject itself. */
const longCharacters = 500;

/**
 * The search query: the previous question, and the question twice, so that its own words count more. Measured on
 * conversations with keywords, recall@5 is 0.80 for the question alone, 0.83 with the previous one in front and
 * 0.86 with the question twice. A question about another subject loses 0.006 (0.024 if it is not repeated).
 */
export const retrievalQuery = (question: string, earlierQuestions: readonly string[]): string => {
  const previous = earlierQuestions.at(-1)?.trim() ?? '';
  return previous === '' || question === '' || question.length > longCharacters
    ? question
    : `${previous.slice(0, longCharacters)} ${question} ${question}`;
};

import { analyse, analyseQuery, keywordScore } from '../../src/knowledge/keywords/index.ts';

/** Scores every passage for a query with the functions that the indexes use. */
export const createKeywordRun = (texts: readonly string[]) => {
  const documents = texts.map((text) => {
    const terms = analyse(text);
    const frequencies = new Map<string, number>();
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    return { length: terms.length, frequencies };
  });
  const documentFrequencies = new Map<string, number>();
  for (const { frequencies } of documents)
    for (const term of frequencies.keys())
      documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
  const documentCount = documents.length;
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / documentCount;

  return (query: string): number[] => {
    const occurrences = new Map<string, number>();
    for (const term of analyseQuery(query)) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    return documents.map(({ length, frequencies }) =>
      keywordScore(
        Array.from(occurrences, ([term, count]) => ({
          occurrences: count,
          termFrequency: frequencies.get(term) ?? 0,
          documentFrequency: documentFrequencies.get(term) ?? 0,
        })),
        { documentLength: length, averageLength, documentCount },
      ),
    );
  };
};

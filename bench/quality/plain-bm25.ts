import { keywordScore } from '../../src/knowledge/keywords/index.ts';

/** Words in lower case, and pairs of characters of scripts without spaces. Nothing is stemmed or omitted. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run) || run.length < 2) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });

const countOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** BM25 without any knowledge of languages: what the keyword search must reach on every set. */
export const createPlainBm25 = (texts: readonly string[]) => {
  const documents = texts.map((text) => {
    const words = wordsOf(text);
    return { length: words.length, counts: countOf(words) };
  });
  const documentFrequencies = new Map<string, number>();
  for (const { counts } of documents)
    for (const word of counts.keys()) documentFrequencies.set(word, (documentFrequencies.get(word) ?? 0) + 1);
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;

  return (query: string): Float64Array => {
    const asked = [...countOf(wordsOf(query))];
    return Float64Array.from(documents, ({ length, counts }) =>
      keywordScore(
        asked.map(([word, occurrences]) => ({
          occurrences,
          termFrequency: counts.get(word) ?? 0,
          documentFrequency: documentFrequencies.get(word) ?? 0,
        })),
        { documentLength: length, averageLength, documentCount: documents.length },
      ),
    );
  };
};

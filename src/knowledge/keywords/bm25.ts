/**
 * BM25 as Lucene calculates it. Here and nowhere else, so that every index (in memory, SQLite, PostgreSQL) gives
 * the same score for the same figures.
 */
export const bm25Constants = { k1: 1.5, b: 0.75 } as const;

/** How telling a term is: the rarer, the more. Never negative, also for a term of every document. */
export const inverseDocumentFrequency = (documentFrequency: number, documentCount: number): number =>
  Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));

/** How often a term must occur in a document of this length to be half saturated. */
export const halfSaturation = (documentLength: number, averageLength: number): number => {
  const { k1, b } = bm25Constants;
  const relativeLength = averageLength > 0 ? documentLength / averageLength : 1;
  return k1 * (1 - b + b * relativeLength);
};

/** How much a document is about a term, in [0, 1): grows with its count, less so in a long document. */
export const termSaturation = (
  termFrequency: number,
  documentLength: number,
  averageLength: number,
): number =>
  termFrequency === 0 ? 0 : termFrequency / (termFrequency + halfSaturation(documentLength, averageLength));

export interface QueryTermFigures {
  /** In the query. */
  occurrences: number;
  /** In the document. */
  termFrequency: number;
  documentFrequency: number;
}

interface CollectionFigures {
  documentLength: number;
  averageLength: number;
  documentCount: number;
}

/**
 * The keyword score of a document: its BM25 as a share of what no document could reach, each term of the query
 * fully saturated. It lies in [0, 1), orders documents as BM25 does, knows nothing of other results, and a
 * query whose telling words are missing from the collection scores low everywhere, as it should.
 */
export const keywordScore = (
  terms: readonly QueryTermFigures[],
  { documentLength, averageLength, documentCount }: CollectionFigures,
): number => {
  let score = 0;
  let unreachable = 0;
  for (const { occurrences, termFrequency, documentFrequency } of terms) {
    const weight = occurrences * inverseDocumentFrequency(documentFrequency, documentCount);
    unreachable += weight;
    score += weight * termSaturation(termFrequency, documentLength, averageLength);
  }
  return unreachable > 0 ? score / unreachable : 0;
};

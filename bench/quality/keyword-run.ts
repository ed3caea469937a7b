import { analyse } from '../../src/knowledge/keywords/index.ts';
import { createAgentIndex } from '../../src/knowledge/search-index/agent-index.ts';
import { packTerms } from '../../src/knowledge/search-index/keywords/pack-terms.ts';

/** Scores every passage for a query, with the index that the search uses. */
export const createKeywordRun = (texts: readonly string[]) => {
  const index = createAgentIndex();
  index.addDocument({
    id: 'all',
    groupId: '',
    uploadId: '',
    chunkCount: texts.length,
    models: [],
    termsVersion: 0,
    contentVersion: 0,
    tags: [],
    attributes: {},
  });
  for (const [number, text] of texts.entries()) {
    const { terms, markers } = analyse(text);
    index.addChunk({
      number,
      documentId: 'all',
      termCount: terms.length,
      terms: packTerms([...terms, ...markers]),
      vectors: [],
    });
  }
  return (text: string): Float64Array => {
    const scores = new Float64Array(texts.length);
    const found = index.search({ text, vectors: [], scope: {}, limit: texts.length });
    for (const [at, number] of found.numbers.entries()) scores[number] = found.keywordScores[at]!;
    return scores;
  };
};

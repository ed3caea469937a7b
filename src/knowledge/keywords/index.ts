export { analyse, analyseQuery, analysisVersion, type IndexedLanguages } from './analyse.ts';
export {
  halfSaturation,
  inverseDocumentFrequency,
  keywordScore,
} from './bm25.ts';

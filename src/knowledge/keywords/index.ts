export { analyse, analyseQuery, analysisVersion, type IndexedLanguages } from './analyse.ts';
export {
  calibrateShare,
  halfSaturation,
  inverseDocumentFrequency,
  keywordScore,
} from './bm25.ts';

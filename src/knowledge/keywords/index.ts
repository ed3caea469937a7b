export { analyse, analyseQuery, analysisVersion, type IndexedLanguages } from './analyse.ts';
export {
  createCalibrateShare,
  halfSaturation,
  inverseDocumentFrequency,
  keywordScore,
} from './bm25.ts';

export {
  allMarkers,
  analyse,
  analyseQuery,
  analyseTyped,
  analysisVersion,
  completableWords,
  createTermsOf,
  type IndexedLanguages,
  wordsOfName,
} from './analyse.ts';
export {
  createCalibrateShare,
  halfSaturation,
  inverseDocumentFrequency,
  keywordScore,
  shareOfScore,
} from './bm25.ts';
export { type SnippetPart, snippetOf } from './snippet.ts';

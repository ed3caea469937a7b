export { analyse, analyseQuery } from './analyse.ts';
export {
  bm25Constants,
  halfSaturation,
  inverseDocumentFrequency,
  keywordScore,
  type QueryTermFigures,
  termSaturation,
} from './bm25.ts';

export { analyse, analyseQuery } from './analyse.ts';
export {
  halfSaturation,
  inverseDocumentFrequency,
  keywordScore,
} from './bm25.ts';

export { type Correction, correctionLimits } from './correction.ts';
export { scopeOfCorrections } from './correction-scope.ts';
export { type Corrections, createCorrections } from './corrections.ts';
export type { SimilarCorrection } from './match-question.ts';

/** Chunks that may be among the results. */
export interface Candidates {
  numbers: number[];
  keywordScores: number[];
}

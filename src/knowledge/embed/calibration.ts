import type { LanguageClass } from '../../lib/language/index.ts';

/**
 * Maps cosines to scores. Models spread their cosines differently: one gives 0.1 to unrelated texts, another
 * 0.3. The line of each model goes through two medians measured on judged retrieval sets
 * (English for one, Chinese for the other): a random passage scores about 0.14, a relevant one 0.65. So a minimum
 * score means the same for both models, and their results can be in one list.
 *
 * `npm run bench:quality` prints the medians of these lines.
 */
export interface Calibration {
  /** The cosine that scores 0, as do all lower ones. */
  floor: number;
  /** The cosine that scores 1. */
  ceiling: number;
  /**
   * Confidence in the model for the language of a query: a factor for the score. A model that does not know a
   * language still ranks passages, and with full weight this noise would outweigh the keyword results.
   * It is constant within one query, so the order by embedding alone does not change.
   */
  confidence: Readonly<Record<LanguageClass, number>>;
}

export const miniLmCalibration: Calibration = {
  floor: 0,
  ceiling: 0.8,
  confidence: { english: 1, latin: 0.35, chinese: 0.1, 'japanese-korean': 0.1, other: 0.1 },
};

export const bgeChineseCalibration: Calibration = {
  floor: 0.19,
  ceiling: 0.94,
  confidence: { english: 0.3, latin: 0.2, chinese: 1, 'japanese-korean': 0.3, other: 0.1 },
};

/** A model of a server without known calibration: its cosines unchanged. */
export const plainCalibration: Calibration = {
  floor: 0,
  ceiling: 1,
  confidence: { english: 1, latin: 1, chinese: 1, 'japanese-korean': 1, other: 1 },
};

export const calibrate = (
  { floor, ceiling }: Pick<Calibration, 'floor' | 'ceiling'>,
  cosine: number,
): number => Math.min(1, Math.max(0, (cosine - floor) / (ceiling - floor)));

import type { LanguageClass } from '../../lib/language/index.ts';

/**
 * From cosines to scores. Models spread their cosines differently: what is unrelated gets 0.1 from one and 0.3
 * from another. Each model's straight line is laid through two medians measured on judged retrieval sets
 * (English for one, Chinese for the other): a random passage scores about 0.14, a relevant one 0.65. So a threshold
 * means the same whichever model scored, and results of both can stand in one list.
 *
 * `npm run bench:quality` prints the medians behind these lines.
 */
export interface Calibration {
  /** The cosine that scores 0; everything below does too. */
  floor: number;
  /** The cosine that scores 1. */
  ceiling: number;
  /**
   * How far a query's language can be trusted to the model: a factor on the score. A model that does not know a
   * language still orders passages somehow, and with full weight its noise would bury what the words found.
   * Within one query it is a constant, so the order by meaning alone never changes.
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

/** A model of a server, of which nothing is known: its cosines as they are. */
export const plainCalibration: Calibration = {
  floor: 0,
  ceiling: 1,
  confidence: { english: 1, latin: 1, chinese: 1, 'japanese-korean': 1, other: 1 },
};

export const calibrate = (
  { floor, ceiling }: Pick<Calibration, 'floor' | 'ceiling'>,
  cosine: number,
): number => Math.min(1, Math.max(0, (cosine - floor) / (ceiling - floor)));

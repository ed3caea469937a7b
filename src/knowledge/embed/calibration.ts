import { detectLatin, type Language, type LanguageClass, languageClass } from '../../lib/language/index.ts';

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
   * Confidence in the model for the language of a query: a factor for the semantic weight. A model that does not know
   * a language still ranks passages, and this noise would outweigh the keyword results. 0 means keywords only.
   */
  confidence: Readonly<Record<LanguageClass, number>>;
  /** Languages with Latin letters that differ from `latin`. */
  latinLanguages?: Partial<Readonly<Record<Language, number>>>;
}

/**
 * Measured with weights from 0 to 1 (nDCG@10): on Spanish and Vietnamese questions a weight of 0.15 is better than
 * keywords alone (0.967 against 0.965, 0.963 against 0.962), on Turkish ones every weight is worse. Languages
 * that were not measured have less than a related one that was.
 */
export const miniLmCalibration: Calibration = {
  floor: 0,
  ceiling: 0.8,
  confidence: { english: 1, latin: 0, chinese: 0, 'traditional-chinese': 0, 'japanese-korean': 0, other: 0 },
  latinLanguages: {
    es: 0.15,
    vi: 0.15,
    fr: 0.1,
    it: 0.1,
    pt: 0.1,
    ca: 0.1,
    de: 0.1,
    nl: 0.1,
    sv: 0.05,
    da: 0.05,
    no: 0.05,
    ro: 0.05,
  },
};

export const bgeChineseCalibration: Calibration = {
  floor: 0.19,
  ceiling: 0.94,
  confidence: {
    english: 0.3,
    latin: 0,
    chinese: 1,
    'traditional-chinese': 0.2,
    'japanese-korean': 0,
    other: 0,
  },
};

/** A model of a server without known calibration: its cosines unchanged. */
export const plainCalibration: Calibration = {
  floor: 0,
  ceiling: 1,
  confidence: { english: 1, latin: 1, chinese: 1, 'traditional-chinese': 1, 'japanese-korean': 1, other: 1 },
};

export const confidenceIn = ({ confidence, latinLanguages = {} }: Calibration, query: string): number => {
  const language = languageClass(query);
  if (language !== 'latin') return confidence[language];
  const guess = detectLatin(query);
  return (guess && latinLanguages[guess.language]) ?? confidence.latin;
};

export const calibrate = (
  { floor, ceiling }: Pick<Calibration, 'floor' | 'ceiling'>,
  cosine: number,
): number => Math.min(1, Math.max(0, (cosine - floor) / (ceiling - floor)));

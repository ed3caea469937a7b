import {
  detectLatin,
  type Language,
  type LanguageClass,
  languageClass,
  textLanguages,
} from '../../lib/language/index.ts';

/**
 * The minimum for prompts of agents that set none. Without one, a question about anything gets the best chunks of the
 * knowledge, and a model may answer from them.
 *
 * A search is judged by its best chunk: measured on judged questions, this separates questions with an answer from
 * others as well as any combination with the covered words of the question, the distance to the next chunk and the
 * words that the knowledge does not have. A limit for each chunk loses twice as many right chunks.
 *
 * `npm run bench:quality` prints both error rates on the half of the questions that was not used to set the limits.
 */
export interface Evidence {
  /** 0 if the chunk was compared by keywords only. */
  semanticScore: number;
  keywordScore: number;
  /** Confidence of the embedding model in the language of the query. 0 if the chunk was compared by keywords only. */
  confidence: number;
}

/** The weights at which both scores together separate best, whatever weights the agent sets for the order. */
const semanticWeight = 0.5;

/** For models that know the language of the query: English and Chinese. */
const embeddedLimits: Partial<Readonly<Record<LanguageClass, number>>> = { english: 0.38 };
const embeddedLimit = 0.36;
/** A paraphrase without common words. Of unrelated questions about 1 % reach it. */
const paraphraseLimit = 0.6;
/** A model with less confidence hardly changes the score. */
const embeddedFrom = 0.5;

/** By keywords. Languages without judged questions have the limit of a related one, or a low one. */
const classLimits: Readonly<Record<LanguageClass, number>> = {
  english: 0.3,
  latin: 0.25,
  chinese: 0.3,
  'traditional-chinese': 0.3,
  'japanese-korean': 0.25,
  other: 0.25,
};
const languageLimits: Partial<Readonly<Record<Language, number>>> = {
  es: 0.35,
  pt: 0.33,
  it: 0.33,
  fr: 0.33,
  ca: 0.33,
  vi: 0.45,
  tr: 0.24,
  ru: 0.27,
  ar: 0.23,
};

/** A chunk below this share of the best one is noise. */
const shareOfBest = 0.4;

const keywordLimit = (query: string): number => {
  const language = languageClass(query);
  if (language === 'latin') {
    const guess = detectLatin(query);
    return (guess && languageLimits[guess.language]) ?? classLimits.latin;
  }
  if (language !== 'other') return classLimits[language];
  const { cyrillic, arabic } = textLanguages(query);
  const known = cyrillic ?? arabic;
  return (known && languageLimits[known]) ?? classLimits.other;
};

const strengthOf = ({ semanticScore, keywordScore, confidence }: Evidence): number => {
  const weight = semanticWeight * confidence;
  return weight * semanticScore + (1 - weight) * keywordScore;
};

/** Whether one of the chunks that a search found is about the query. */
export const isAbout = (query: string, chunks: readonly Evidence[]): boolean => {
  const byKeywords = keywordLimit(query);
  const byBoth = embeddedLimits[languageClass(query)] ?? embeddedLimit;
  return chunks.some((chunk) => {
    if (chunk.confidence < embeddedFrom) return strengthOf(chunk) >= byKeywords;
    return strengthOf(chunk) >= byBoth || chunk.semanticScore >= paraphraseLimit;
  });
};

/** Without chunks that are much weaker than the best one. */
export const withoutNoise = <Chunk extends Evidence>(chunks: readonly Chunk[]): Chunk[] => {
  const best = Math.max(0, ...chunks.map(strengthOf));
  return chunks.filter((chunk) => strengthOf(chunk) >= shareOfBest * best);
};

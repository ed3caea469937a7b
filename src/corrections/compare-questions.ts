import { normalizeText } from '../lib/language/normalize-text.ts';
import { termsOf } from '../models/embedded/terms.ts';
import { askedKinds, questionWords } from './asked-kinds.ts';

/** A question, prepared for comparisons. */
export interface ComparableQuestion {
  /** Without differences in case, spaces and punctuation. */
  plain: string;
  /** Stems of its subject words. */
  terms: ReadonlySet<string>;
  /** Words with digits, sorted. */
  figures: string;
  /** Time, place, person and so on. */
  kinds: ReadonlySet<string>;
  questionWords: string;
}

/** Questions with other figures ("model X200" and "model X300") have other answers, however similar they are. */
const mostWithOtherFigures = 0.5;
/** "When …?" and "Where …?" */
const mostWithOtherKind = 0.8;
/**
 * Each question has a word that the other does not have ("discount for students", "discount for pensioners"): by words
 * alone, nothing tells whether they mean the same. Below the default threshold, so that operators decide.
 */
const mostWithOtherWords = 0.8;

export const plainQuestion = (question: string): string =>
  normalizeText(question, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

export const prepareQuestion = (question: string): ComparableQuestion => {
  const plain = plainQuestion(question);
  const figures = plain.split(' ').filter((word) => /\p{N}/u.test(word));
  return {
    plain,
    terms: new Set(termsOf(question)),
    figures: figures.sort().join(' '),
    kinds: askedKinds(plain),
    questionWords: questionWords(plain),
  };
};

const isIdentical = (a: ComparableQuestion, b: ComparableQuestion): boolean =>
  a.plain !== '' && a.plain === b.plain;

/**
 * Similarity by words, from 0 to 1: the mean of the share of the common words in all words, and in those of the question
 * with fewer words, so that a question with additional words ("please", "in your shop") stays similar.
 */
export const wordSimilarity = (a: ComparableQuestion, b: ComparableQuestion): number => {
  if (isIdentical(a, b)) return 1;
  const fewest = Math.min(a.terms.size, b.terms.size);
  if (fewest === 0) return 0;
  let common = 0;
  for (const term of a.terms) if (b.terms.has(term)) common += 1;
  const share = (2 * common) / (a.terms.size + b.terms.size);
  const similarity = (share + common / fewest) / 2;
  const isOther = common < fewest || a.questionWords !== b.questionWords;
  const limited = isOther ? Math.min(similarity, mostWithOtherWords) : similarity;
  return a.figures === b.figures ? limited : Math.min(limited, mostWithOtherFigures);
};

/** Similarity by meaning, from 0 to 1: the cosine of the embeddings. */
export const meaningSimilarity = (a: ComparableQuestion, b: ComparableQuestion, cosine: number): number => {
  if (isIdentical(a, b)) return 1;
  const similarity = Math.max(0, Math.min(1, cosine));
  if (a.figures !== b.figures) return Math.min(similarity, mostWithOtherFigures);
  const isOtherKind = a.kinds.size > 0 && b.kinds.size > 0 && ![...a.kinds].some((kind) => b.kinds.has(kind));
  return isOtherKind ? Math.min(similarity, mostWithOtherKind) : similarity;
};

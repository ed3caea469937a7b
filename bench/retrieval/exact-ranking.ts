import { keywordScore } from '../../src/knowledge/keywords/index.ts';
import type { CorpusChunk, Question } from './corpus.ts';

interface Observed {
  question: Question;
  terms: string[];
  cosines: Float32Array;
  /** By term, then passage. */
  frequencies: Uint8Array[];
}

/**
 * The expected results by the formula itself: every stored passage is compared in full precision
 * and without any index.
 */
export const createExactRanking = (
  questions: readonly Question[],
  count: number,
  calibrate: (cosine: number) => number,
) => {
  const observed = questions.map((question): Observed => {
    const terms = [...new Set(question.terms)];
    return {
      question,
      terms,
      cosines: new Float32Array(count),
      frequencies: terms.map(() => new Uint8Array(count)),
    };
  });
  const lengths = new Uint32Array(count);

  const observe = ({ words, vector }: CorpusChunk, number: number): void => {
    lengths[number] = words.length;
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const { question, terms, cosines, frequencies } of observed) {
      let cosine = 0;
      for (let at = 0; at < vector.length; at += 1) cosine += vector[at]! * question.vector[at]!;
      cosines[number] = cosine;
      for (const [at, term] of terms.entries()) frequencies[at]![number] = counts.get(term) ?? 0;
    }
  };

  const best = (
    { question, terms, cosines, frequencies }: Observed,
    rate: number,
    limit: number,
  ): number[] => {
    const averageLength = lengths.reduce((sum, length) => sum + length, 0) / count;
    const known = terms.map((term, at) => ({
      occurrences: question.terms.filter((each) => each === term).length,
      documentFrequency: frequencies[at]!.reduce((sum, frequency) => sum + (frequency > 0 ? 1 : 0), 0),
      frequencies: frequencies[at]!,
    }));
    const scores = new Float64Array(count);
    for (let number = 0; number < count; number += 1) {
      const figures = known.map((term) => ({ ...term, termFrequency: term.frequencies[number]! }));
      const words = keywordScore(figures, {
        documentLength: lengths[number]!,
        averageLength,
        documentCount: count,
      });
      scores[number] = rate * calibrate(cosines[number]!) + (1 - rate) * words;
    }
    const lowest = scores.toSorted()[Math.max(0, count - limit)]!;
    const enough = [...scores.keys()].filter((number) => scores[number]! >= lowest);
    return enough.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, limit);
  };

  return {
    observe,
    /** The numbers of the best passages for each question. */
    rankings: (rate: number, limit: number): number[][] => observed.map((each) => best(each, rate, limit)),
  };
};

/** How many of the expected results were found. */
export const recall = (wanted: readonly number[], found: readonly number[]): number =>
  wanted.length === 0 ? 1 : wanted.filter((number) => found.includes(number)).length / wanted.length;

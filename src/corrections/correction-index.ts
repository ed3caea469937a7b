import {
  type ComparableQuestion,
  meaningSimilarity,
  plainQuestion,
  prepareQuestion,
  wordSimilarity,
} from './compare-questions.ts';
import { type CorrectionScope, isInScope } from './correction-scope.ts';

export interface IndexedCorrection {
  id: string;
  knowledgeBaseId: string;
  question: string;
  isEnabled: boolean;
  model: string | null;
  vector: Float32Array | null;
  /** Of the model in the language of the question. */
  confidence: number;
}

export interface QuestionVector {
  model: string;
  vector: Float32Array;
  /** Of the model in the language of the question that was asked. */
  confidence: number;
}

export interface CorrectionQuery {
  question: string;
  vectors: readonly QuestionVector[];
  scope: CorrectionScope;
  limit: number;
  /** Also those that are switched off. */
  withDisabled: boolean;
}

export interface ScoredCorrection {
  id: string;
  score: number;
  /** `words`: the embedding models do not know the language, or the correction is not embedded yet. */
  comparedBy: 'meaning' | 'words';
}

/** A model with less confidence ranks questions of the language almost at random. */
const embeddedFrom = 0.5;

const cosineOf = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
};

interface Entry extends Omit<IndexedCorrection, 'question'> {
  compared: ComparableQuestion;
}

/** The corrections of one agent, in memory. A search compares all of them: 10,000 take about 10 ms. */
export const createCorrectionIndex = () => {
  const entries = new Map<string, Entry>();

  const scoreOf = (
    asked: ComparableQuestion,
    vectors: ReadonlyMap<string, QuestionVector>,
    { id, compared, model, vector, confidence }: Entry,
  ): ScoredCorrection => {
    const own = model === null ? undefined : vectors.get(model);
    // One of both is enough: a few words often do not tell the language.
    const knowsLanguage = own && Math.max(own.confidence, confidence) >= embeddedFrom;
    if (!knowsLanguage || vector?.length !== own.vector.length)
      return { id, score: wordSimilarity(asked, compared), comparedBy: 'words' };
    const score = meaningSimilarity(asked, compared, cosineOf(own.vector, vector));
    return { id, score, comparedBy: 'meaning' };
  };

  return {
    put: ({ question, ...correction }: IndexedCorrection): void => {
      entries.set(correction.id, { ...correction, compared: prepareQuestion(question) });
    },
    get size(): number {
      return entries.size;
    },
    models: (): string[] => [...new Set([...entries.values()].flatMap(({ model }) => model ?? []))],
    /** The most similar first. */
    search: ({ question, vectors, scope, limit, withDisabled }: CorrectionQuery): ScoredCorrection[] => {
      if (plainQuestion(question) === '') return [];
      const asked = prepareQuestion(question);
      const byModel = new Map(vectors.map((vector) => [vector.model, vector]));
      const best: ScoredCorrection[] = [];
      for (const entry of entries.values()) {
        if (!(entry.isEnabled || withDisabled) || !isInScope(entry.knowledgeBaseId, scope)) continue;
        const one = scoreOf(asked, byModel, entry);
        if (one.score <= (best.length < limit ? 0 : best.at(-1)!.score)) continue;
        const place = best.findIndex(({ score }) => score < one.score);
        best.splice(place < 0 ? best.length : place, 0, one);
        if (best.length > limit) best.pop();
      }
      return best;
    },
  };
};

export type CorrectionIndex = ReturnType<typeof createCorrectionIndex>;

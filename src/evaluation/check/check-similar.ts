import type { Embedders } from '../../knowledge/index.ts';
import { decided, type Outcome, undecided } from './observed.ts';

/** Below this confidence the embedding model does not know the language. */
const certainFrom = 0.5;
/** More text does not make the meaning clearer, but embedding slower. */
const longestText = 8000;

const product = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);

/** The similarity of an answer and a reference answer by meaning, from 0 to 1. */
export const checkSimilar = async (
  embedders: Embedders,
  { answer, reference, threshold }: { answer: string; reference: string; threshold: number },
  { workspaceId, signal }: { workspaceId: string; signal: AbortSignal },
): Promise<Outcome> => {
  if (answer.trim() === '') return decided(false);
  const texts = [reference, answer].map((text) => text.slice(0, longestText).toWellFormed());
  // Both by the same model: vectors of two models cannot be compared.
  const embedder = embedders.for(reference);
  const confidence = Math.min(...texts.map((text) => embedder.confidence?.(text) ?? 1));
  if (confidence < certainFrom) return undecided('language', embedder.modelId);
  try {
    const [one, other] = await embedder.embed(texts, 'passage', signal, { workspaceId, userId: '' });
    const score = Math.min(1, Math.max(0, embedder.calibrate(product(one!, other!))));
    return { ...decided(score >= threshold), score: Math.round(score * 1000) / 1000 };
  } catch (error) {
    signal.throwIfAborted();
    return undecided('embedding-failed', (error as Error).message);
  }
};

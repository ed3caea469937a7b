import type { FairOwner } from '../../lib/fair-queue.ts';
import type { Embedder, Embedders } from '../embedders.ts';
import type { EmbeddedQuery } from './search.ts';

/** More text does not make the meaning clearer, but embedding slower. */
const longestQuery = 8000;
const cacheSize = 200;
/** Below this confidence of every model, callers are told that keywords decide. */
const certainFrom = 0.5;

/**
 * Embeds the query once per model that knows its language. Repeated queries (next page, retry) are cached.
 * `isUncertain`: no model knows it well.
 */
export const createEmbedQuery = (embedders: Embedders) => {
  const cache = new Map<string, Float32Array>();

  const embed = async (
    embedder: Embedder,
    text: string,
    signal: AbortSignal,
    owner: FairOwner | undefined,
  ): Promise<Float32Array> => {
    const key = `${embedder.modelId}\n${text}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const [vector] = await embedder.embed([text], 'query', signal, owner);
    if (!vector) throw new Error(`The embedding model ${embedder.modelId} answered without a vector`);
    cache.set(key, vector);
    if (cache.size > cacheSize) cache.delete(cache.keys().next().value!);
    return vector;
  };

  return async (
    query: string,
    models: readonly string[],
    signal: AbortSignal,
    owner?: FairOwner,
  ): Promise<{ queries: EmbeddedQuery[]; isUncertain: boolean }> => {
    const text = query.slice(0, longestQuery).toWellFormed();
    // Vectors of a model that is no longer available wait for re-embedding. Until then keywords find their chunks.
    const atHand = [...embedders.all, ...(embedders.older ?? [])];
    const wanted = atHand
      .filter((embedder) => models.includes(embedder.modelId))
      .map((embedder) => ({ embedder, confidence: embedder.confidence?.(text) ?? 1 }));
    const known = wanted.filter(({ confidence }) => confidence > 0);
    const queries = await Promise.all(
      known.map(async ({ embedder, confidence }) => ({
        model: embedder.modelId,
        confidence,
        isCalibrated: embedder.isCalibrated ?? false,
        vector: await embed(embedder, text, signal, owner),
        calibrate: (cosine: number) => embedder.calibrate(cosine),
      })),
    );
    const best = Math.max(0, ...known.map(({ confidence }) => confidence));
    return { queries, isUncertain: wanted.length > 0 && best < certainFrom };
  };
};

import type { FairOwner } from '../../lib/fair-queue.ts';
import type { Embedders } from '../embedders.ts';
import type { ChunkVector } from './chunk-store.ts';

/** Embeds each text with its model. In the order of the texts. */
export const embedPassages = async (
  embedders: Embedders,
  texts: readonly string[],
  signal: AbortSignal,
  owner: FairOwner,
): Promise<ChunkVector[]> => {
  const vectors: ChunkVector[] = new Array(texts.length);
  const places = Map.groupBy(texts.keys(), (index) => embedders.for(texts[index]!));
  for (const [embedder, indexes] of places) {
    const found = await embedder.embed(
      indexes.map((index) => texts[index]!),
      'passage',
      signal,
      owner,
    );
    indexes.forEach((index, at) => {
      vectors[index] = { model: embedder.modelId, vector: found[at]! };
    });
  }
  return vectors;
};

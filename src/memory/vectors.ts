import type { FairOwner } from '../lib/fair-queue.ts';

/** Converts texts to embeddings. The embedders of the knowledge module have this interface. */
export interface MemoryEmbedder {
  readonly modelId: string;
  /** Unit length. */
  embed(
    texts: readonly string[],
    kind: 'query' | 'passage',
    signal: AbortSignal,
    owner?: FairOwner,
  ): Promise<Float32Array[]>;
  /** Maps cosines of this model to [0, 1], so that scores of different models are comparable. */
  calibrate(cosine: number): number;
}

/** The available models, and which of them to use for a text. */
export interface MemoryEmbedders {
  all: readonly MemoryEmbedder[];
  for(text: string): MemoryEmbedder;
}

/**
 * One signed byte per dimension: a quarter of the size. Among a few thousand memories of a user the
 * ranking of the best hardly changes.
 */
export const packVector = (vector: Float32Array): Uint8Array => {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const packed = new Int8Array(vector.length);
  if (largest > 0)
    for (let at = 0; at < vector.length; at += 1) packed[at] = Math.round((vector[at]! / largest) * 127);
  return new Uint8Array(packed.buffer);
};

/** Cosine of a unit vector and a packed one. 0 if their dimensions differ. */
export const cosine = (query: Float32Array, packed: Uint8Array): number => {
  if (packed.length !== query.length) return 0;
  const stored = new Int8Array(packed.buffer, packed.byteOffset, packed.length);
  let product = 0;
  let square = 0;
  for (let at = 0; at < query.length; at += 1) {
    const value = stored[at]!;
    product += query[at]! * value;
    square += value * value;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
};

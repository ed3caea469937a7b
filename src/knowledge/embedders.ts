import type { FairOwner } from '../lib/fair-queue.ts';

/** Turns texts into embeddings. */
export interface Embedder {
  readonly modelId: string;
  readonly dimension: number;
  /** Returns vectors of unit length. Queries usually go first. `owner` decides the position in the fair queue. */
  embed(
    texts: readonly string[],
    kind: 'query' | 'passage',
    signal: AbortSignal,
    owner?: FairOwner,
  ): Promise<Float32Array[]>;
  /** Maps cosines of this model to [0, 1], so that scores of different models are comparable. */
  calibrate(cosine: number): number;
  /** Whether the mapping was measured. Without it, a score does not tell whether a text is related. Default false. */
  readonly isCalibrated?: boolean;
  /** Factor in [0, 1] for the semantic weight of a query: how well the model knows its language. Default 1. */
  confidence?(query: string): number;
}

/** The available models, and which of them to use for a text. */
export interface Embedders {
  readonly all: readonly Embedder[];
  /** Not used for new texts, but available for queries against vectors that they made. */
  readonly older?: readonly Embedder[];
  for(text: string): Embedder;
  close?(): Promise<void>;
}

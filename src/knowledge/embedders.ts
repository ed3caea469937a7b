import type { FairOwner } from '../lib/fair-queue.ts';

/** What turns texts into directions of meaning. */
export interface Embedder {
  readonly modelId: string;
  readonly dimension: number;
  /** Unit length. Queries go first, most of the time; `owner` says whose turn it uses. */
  embed(
    texts: readonly string[],
    kind: 'query' | 'passage',
    signal: AbortSignal,
    owner?: FairOwner,
  ): Promise<Float32Array[]>;
  /** From this model's cosines to [0, 1], so that scores of different models compare. */
  calibrate(cosine: number): number;
  /** Factor in [0, 1] on the scores of a query: how far the model knows its language. Absent: fully. */
  confidence?(query: string): number;
}

/** The models at hand and which of them is meant for a text. */
export interface Embedders {
  readonly all: readonly Embedder[];
  /** Not used for anything new, but at hand for queries against vectors that were made by them. */
  readonly older?: readonly Embedder[];
  for(text: string): Embedder;
  close?(): Promise<void>;
}

/** What turns texts into directions of meaning. */
export interface Embedder {
  readonly modelId: string;
  readonly dimension: number;
  /** Unit length. */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal: AbortSignal): Promise<Float32Array[]>;
  /** From this model's cosines to [0, 1], so that scores of different models compare. */
  calibrate(cosine: number): number;
}

/** The models at hand and which of them is meant for a text. */
export interface Embedders {
  readonly all: readonly Embedder[];
  for(text: string): Embedder;
}

import type { Embedder, Embedders } from '../../../src/knowledge/index.ts';

const dimension = 64;

/** Direction of a word. Equal words have the same direction, different words almost never. */
const placeOf = (word: string, salt: number): number => {
  let hash = 2166136261 ^ salt;
  for (const character of word) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619);
  return (hash >>> 0) % dimension;
};

const embedOne = (text: string): Float32Array => {
  const vector = new Float32Array(dimension);
  for (const word of text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    vector[placeOf(word, 1)]! += 1;
    vector[placeOf(word, 2)]! += 0.5;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

export interface WordEmbedder extends Embedder {
  readonly texts: string[];
}

/** A fast embedding model whose texts are similar when they share words. `before` may wait or fail. */
export const createWordEmbedder = ({
  modelId = 'words',
  before = async () => {},
}: {
  modelId?: string;
  before?: (texts: readonly string[], kind: 'query' | 'passage') => Promise<void>;
} = {}): WordEmbedder => {
  const texts: string[] = [];
  return {
    modelId,
    dimension,
    texts,
    embed: async (given, kind) => {
      await before(given, kind);
      texts.push(...given);
      return given.map(embedOne);
    },
    calibrate: (cosine) => Math.max(0, Math.min(1, cosine)),
  };
};

export const wordEmbedders = (embedder: Embedder = createWordEmbedder()): Embedders => ({
  all: [embedder],
  for: () => embedder,
});

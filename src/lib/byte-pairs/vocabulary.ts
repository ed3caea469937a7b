/**
 * A byte pair vocabulary in typed arrays. Texts are bytes written as one character each (latin1).
 *
 * A Map from strings to ranks needs 23 MB for 200,000 tokens and an object for each lookup in a longer text.
 * This hash table needs 5 MB and none.
 */
export interface Vocabulary {
  /** Length of the longest token. */
  readonly longestBytes: number;
  /** The rank of the token that consists of the bytes from `start` to `end`, or -1. */
  rankOf(bytes: string, start: number, end: number): number;
}

interface VocabularyBuilder {
  /** Adds the first `length` bytes as a token. */
  add(bytes: Uint8Array, length: number, rank: number): void;
  build(): Vocabulary;
}

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a, with a last step that spreads the high bits, because the table uses the low ones. */
const spread = (hash: number): number => hash ^ (hash >>> 15);

const hashOf = (bytes: string, start: number, end: number): number => {
  let hash = offsetBasis;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes.charCodeAt(at), prime);
  return spread(hash);
};

/** `ranks` is one more than the highest rank. */
export const createVocabularyBuilder = (ranks: number): VocabularyBuilder => {
  // At most half full, so that a lookup compares few entries.
  const mask = 2 ** Math.ceil(Math.log2(2 * ranks)) - 1;
  /** Rank plus one; 0 is a free slot. */
  const slots = new Int32Array(mask + 1);
  const offsets = new Uint32Array(ranks);
  const lengths = new Uint8Array(ranks);
  let content = new Uint8Array(8 * ranks);
  let used = 0;
  let longestBytes = 0;

  const isToken = (rank: number, bytes: string, start: number, end: number): boolean => {
    if (lengths[rank] !== end - start) return false;
    const offset = offsets[rank]!;
    for (let at = start; at < end; at++)
      if (content[offset + at - start] !== bytes.charCodeAt(at)) return false;
    return true;
  };

  const rankOf = (bytes: string, start: number, end: number): number => {
    for (let slot = hashOf(bytes, start, end) & mask; ; slot = (slot + 1) & mask) {
      const rank = slots[slot]! - 1;
      if (rank < 0 || isToken(rank, bytes, start, end)) return rank;
    }
  };

  return {
    add: (bytes, length, rank) => {
      if (rank >= ranks) throw new RangeError(`The rank ${rank} is not below ${ranks}`);
      if (length > 255) throw new RangeError('A token has at most 255 bytes');
      if (used + length > content.length) {
        const larger = new Uint8Array(2 * content.length + length);
        larger.set(content);
        content = larger;
      }
      offsets[rank] = used;
      lengths[rank] = length;
      longestBytes = Math.max(longestBytes, length);
      let hash = offsetBasis;
      for (let at = 0; at < length; at++) {
        const byte = bytes[at]!;
        content[used++] = byte;
        hash = Math.imul(hash ^ byte, prime);
      }
      let slot = spread(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = rank + 1;
    },
    build: () => {
      content = content.slice(0, used);
      return { longestBytes, rankOf };
    },
  };
};

/**
 * A term is stored as 48 bits of its hash: 6 bytes instead of a string, no dictionary to keep consistent, and an
 * index of 100,000 chunks is loaded within a second. Among a million different terms the probability of any
 * collision is about 1 in 600; two terms would then count as one word.
 */
export interface TermHash {
  low: number;
  high: number;
}

const mix = (value: number): number => {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** Hashes are stored, so this must not change. */
export const hashTerm = (term: string): TermHash => {
  let first = 0x9e3779b1;
  let second = 0x2545f491;
  for (let at = 0; at < term.length; at += 1) {
    const unit = term.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x85ebca77);
    first = (first << 13) | (first >>> 19);
    second = Math.imul(second ^ unit, 0xc2b2ae3d);
    second = (second << 17) | (second >>> 15);
  }
  const low = mix(first ^ term.length);
  return { low, high: mix(second ^ low) & 0xffff };
};

const highestFrequency = 0xffff;

/** Two 32-bit words per term: low hash; high hash (16 bits) and frequency (16 bits). */
export const packTerms = (terms: readonly string[]): Uint8Array => {
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const words = new Uint32Array(frequencies.size * 2);
  let at = 0;
  for (const [term, frequency] of frequencies) {
    const { low, high } = hashTerm(term);
    words[at++] = low;
    words[at++] = ((high << 16) | Math.min(frequency, highestFrequency)) >>> 0;
  }
  return new Uint8Array(words.buffer);
};

/** The words of a packed list, copied if the bytes are not aligned. */
export const unpackTerms = (packed: Uint8Array): Uint32Array => {
  const aligned = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2);
};

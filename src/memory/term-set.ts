/** FNV-1a over UTF-16 units. A collision within a recall is one in millions and only changes one rank. */
const hash = (term: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) value = Math.imul(value ^ term.charCodeAt(at), 0x01000193);
  return value >>> 0;
};

/**
 * The words of a text as sorted 32-bit hashes: comparing thousands of memories is then a merge of numbers.
 * Comparing strings took several times as long, on the event loop.
 */
export const termSet = (terms: readonly string[]): Uint32Array =>
  new Uint32Array(new Set(terms.map(hash))).sort();

/** Increase it when the same text gives other terms, so that stored sets are renewed. Sets without one are older. */
const termsVersion = 1;

/** The hashes, then one byte for the version. */
export const encodeTerms = (set: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(set.byteLength + 1);
  bytes.set(new Uint8Array(set.buffer, set.byteOffset, set.byteLength));
  bytes[set.byteLength] = termsVersion;
  return bytes;
};

/** Undefined for a set of another version, which cannot be compared with the terms of a query. */
export const decodeTerms = (bytes: Uint8Array): Uint32Array | undefined => {
  if (bytes.byteLength % 4 !== 1 || bytes.at(-1) !== termsVersion) return undefined;
  // Drivers return views into larger buffers, and a Uint32Array must begin at a multiple of four.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
};

/** Calls back with each index in `wanted` whose hash is also in `set`. Both are sorted. */
export const eachShared = (wanted: Uint32Array, set: Uint32Array, found: (at: number) => void): void => {
  let place = 0;
  for (let at = 0; at < wanted.length; at += 1) {
    while (place < set.length && set[place]! < wanted[at]!) place += 1;
    if (place === set.length) return;
    if (set[place] === wanted[at]) found(at);
  }
};

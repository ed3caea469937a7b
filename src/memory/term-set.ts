/** FNV-1a over UTF-16 units. Two words of one recall meet by chance once in millions, and cost one wrong place. */
const hash = (term: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) value = Math.imul(value ^ term.charCodeAt(at), 0x01000193);
  return value >>> 0;
};

/**
 * The words of a text as sorted 32-bit numbers: looking through thousands of memories is then a walk over
 * numbers. As texts it took several times as long, on the thread everybody shares.
 */
export const termSet = (terms: readonly string[]): Uint32Array =>
  new Uint32Array(new Set(terms.map(hash))).sort();

/** To be raised when the same text gives other terms, so that stored sets are renewed. Sets without one are older. */
const termsVersion = 1;

/** The numbers, and one byte behind them for the version. */
export const encodeTerms = (set: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(set.byteLength + 1);
  bytes.set(new Uint8Array(set.buffer, set.byteOffset, set.byteLength));
  bytes[set.byteLength] = termsVersion;
  return bytes;
};

/** Undefined for a set of another version, which does not compare with the terms of a query. */
export const decodeTerms = (bytes: Uint8Array): Uint32Array | undefined => {
  if (bytes.byteLength % 4 !== 1 || bytes.at(-1) !== termsVersion) return undefined;
  // Drivers hand out views into larger buffers, and a Uint32Array must begin on a multiple of four.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
};

/** Calls back with each place in `wanted` whose number is also in `set`; both are sorted. */
export const eachShared = (wanted: Uint32Array, set: Uint32Array, found: (at: number) => void): void => {
  let place = 0;
  for (let at = 0; at < wanted.length; at += 1) {
    while (place < set.length && set[place]! < wanted[at]!) place += 1;
    if (place === set.length) return;
    if (set[place] === wanted[at]) found(at);
  }
};

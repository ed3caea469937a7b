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

export const toBytes = (set: Uint32Array): Uint8Array =>
  new Uint8Array(set.buffer, set.byteOffset, set.byteLength);

/** Drivers hand out views into larger buffers; numbers want to stand on a multiple of four. */
export const fromBytes = (bytes: Uint8Array): Uint32Array => {
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

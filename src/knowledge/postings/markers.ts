import { allMarkers } from '../keywords/index.ts';
import { unpackTerms } from '../search-index/keywords/pack-terms.ts';
import { numberOfTerm, termNumber } from './term-number.ts';

/** Nearly all chunks have some, so they are counted by segment instead of having postings. */
const markers = new Set(allMarkers().map(numberOfTerm));

export const isMarker = (term: number): boolean => markers.has(term);

const recordBytes = 12;

/** How many of the chunks have each marker: its hash as a 64-bit float and the number, little-endian. */
export const packMarkers = (terms: readonly Uint8Array[]): Uint8Array => {
  const counts = new Map<number, number>();
  for (const packed of terms) {
    const words = unpackTerms(packed);
    for (let at = 0; at < words.length; at += 2) {
      const term = termNumber(words[at]!, words[at + 1]! >>> 16);
      if (isMarker(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const view = new DataView(new ArrayBuffer(counts.size * recordBytes));
  for (const [index, [term, count]] of [...counts].entries()) {
    view.setFloat64(index * recordBytes, term, true);
    view.setUint32(index * recordBytes + 8, count, true);
  }
  return new Uint8Array(view.buffer);
};

export const unpackMarkers = (packed: Uint8Array): [term: number, count: number][] => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: packed.byteLength / recordBytes }, (_, index) => [
    view.getFloat64(index * recordBytes, true),
    view.getUint32(index * recordBytes + 8, true),
  ]);
};

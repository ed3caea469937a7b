export interface SegmentChunk {
  number: number;
  /** Number of terms with repetitions. */
  termCount: number;
}

const recordBytes = 12;

/** The number as a 64-bit float and the length, little-endian. */
export const packChunks = (chunks: readonly SegmentChunk[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(chunks.length * recordBytes));
  for (const [index, { number, termCount }] of chunks.entries()) {
    view.setFloat64(index * recordBytes, number, true);
    view.setUint32(index * recordBytes + 8, termCount, true);
  }
  return new Uint8Array(view.buffer);
};

export const unpackChunks = (packed: Uint8Array): SegmentChunk[] => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: packed.byteLength / recordBytes }, (_, index) => ({
    number: view.getFloat64(index * recordBytes, true),
    termCount: view.getUint32(index * recordBytes + 8, true),
  }));
};

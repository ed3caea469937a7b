/** SQLite stores vectors as little-endian floats, the byte order of every machine that Node runs on. */
export const bytesToVector = (bytes: Uint8Array): Float32Array => {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2);
};

export const vectorToBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

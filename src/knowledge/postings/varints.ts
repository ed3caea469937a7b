/** Whole numbers up to 2^53 in groups of 7 bits, the lowest first. */
export interface ByteReader {
  bytes: Uint8Array;
  at: number;
}

export const readVarint = (reader: ByteReader): number => {
  const { bytes } = reader;
  let byte = bytes[reader.at++]!;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  let factor = 0x80;
  do {
    byte = bytes[reader.at++]!;
    value += (byte & 0x7f) * factor;
    factor *= 0x80;
  } while (byte >= 0x80);
  return value;
};

/** Bytes that grow. `take` returns a copy and empties it. */
export const createByteWriter = (capacity = 4096) => {
  let bytes = new Uint8Array(capacity);
  let length = 0;

  const reserve = (count: number): void => {
    if (length + count <= bytes.length) return;
    const grown = new Uint8Array(Math.max(bytes.length * 2, length + count));
    grown.set(bytes.subarray(0, length));
    bytes = grown;
  };

  return {
    varint: (value: number): void => {
      reserve(8);
      let rest = value;
      while (rest >= 0x80) {
        bytes[length++] = (rest % 0x80) | 0x80;
        rest = Math.floor(rest / 0x80);
      }
      bytes[length++] = rest;
    },
    /** The 48 bits of a term, the highest first. */
    term: (term: number): void => {
      reserve(6);
      const [high, low] = [Math.floor(term / 2 ** 32), term >>> 0];
      for (const byte of [high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low])
        bytes[length++] = byte & 0xff;
    },
    append: (more: Uint8Array): void => {
      reserve(more.length);
      bytes.set(more, length);
      length += more.length;
    },
    get length(): number {
      return length;
    },
    take: (): Uint8Array => {
      const taken = bytes.slice(0, length);
      length = 0;
      return taken;
    },
  };
};

export const readTerm = (reader: ByteReader): number => {
  const { bytes, at } = reader;
  reader.at += 6;
  const high = (bytes[at]! << 8) | bytes[at + 1]!;
  const low =
    ((bytes[at + 2]! << 24) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 8) | bytes[at + 5]!) >>> 0;
  return high * 2 ** 32 + low;
};

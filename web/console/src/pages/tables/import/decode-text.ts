/** Tried in this order. The encoding of a CSV file depends on the program and the region that saved it. */
const encodings = ['utf-8', 'gb18030', 'windows-1252'] as const;

const encodingByMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

/** Decodes a file in the first encoding in which all its bytes are valid. */
export const decodeText = (bytes: Uint8Array): string => {
  const marked = encodingByMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this encoding.
    }
  }
  return new TextDecoder().decode(bytes);
};

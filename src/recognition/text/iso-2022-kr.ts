/** `ESC $ ) C`, which stands once before the first Korean character. */
const designator = Buffer.from([0x1b, 0x24, 0x29, 0x43]);
const shiftOut = 0x0e;
const shiftIn = 0x0f;
const lineFeed = 0x0a;

/** The designator stands at the start of a line, usually the first. */
const searchedBytes = 64 * 1024;

const findDesignator = (bytes: Uint8Array): number => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searchedBytes));
  const at = start.indexOf(designator);
  return at === 0 || start[at - 1] === lineFeed ? at : -1;
};

export const isIso2022Kr = (bytes: Uint8Array): boolean => {
  const at = findDesignator(bytes);
  return at >= 0 && bytes.subarray(0, searchedBytes).includes(shiftOut);
};

/**
 * Korean in seven bits: between "shift out" and "shift in", each pair of bytes is a character of EUC-KR without its
 * highest bits. The platform has no decoder for it. A line end also ends Korean.
 */
export const decodeIso2022Kr = (bytes: Uint8Array): string => {
  const eightBits = new Uint8Array(bytes.byteLength);
  let length = 0;
  let isKorean = false;
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const byte = bytes[index]!;
    if (byte === designator[0] && designator.every((expected, at) => bytes[index + at] === expected))
      index += designator.length - 1;
    else if (byte === shiftOut || byte === shiftIn) isKorean = byte === shiftOut;
    else {
      if (byte === lineFeed) isKorean = false;
      eightBits[length] = isKorean && byte > 0x20 ? byte | 0x80 : byte;
      length += 1;
    }
  }
  return new TextDecoder('euc-kr').decode(eightBits.subarray(0, length));
};

import { type FileFormat, fileFormats } from '../../lib/file-formats/index.ts';

/** `zip` and `ole` are containers whose content is checked afterwards. First bytes are compared first. */
const signatures = fileFormats
  .flatMap(([format, { magic = [] }]) =>
    magic.map((one) => ({ format, ...(typeof one === 'string' ? { offset: 0, bytes: one } : one) })),
  )
  .sort((a, b) => a.offset - b.offset);

const startsWith = (head: Uint8Array, offset: number, magic: string | number[]): boolean => {
  for (let index = 0; index < magic.length; index += 1) {
    const expected = typeof magic === 'string' ? magic.charCodeAt(index) : magic[index];
    if (head[offset + index] !== expected) return false;
  }
  return true;
};

const ascii = (head: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...head.subarray(offset, offset + length));

const riffFormats: Record<string, FileFormat> = { WEBP: 'webp', WAVE: 'wav' };

const mediaFormat = (head: Uint8Array): FileFormat | undefined => {
  if (startsWith(head, 4, 'ftyp')) {
    const brand = ascii(head, 8, 4);
    if (brand.startsWith('M4A') || brand.startsWith('M4B')) return 'm4a';
    if (brand.startsWith('avi')) return 'avif';
    return /^(hei|hev|mif|msf)/.test(brand) ? 'heic' : 'mp4';
  }
  return undefined;
};

/** An MPEG frame header is eleven set bits, then a layer: 0 is AAC in ADTS, the others are MP3 and similar. */
const mpegFormat = (head: Uint8Array): FileFormat | undefined => {
  const second = head[1] ?? 0;
  const third = head[2] ?? 0;
  if (head[0] !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return 'aac';
  // A reserved version, layer, bit rate or sample rate is no frame. Layer 1 is excluded, because it is obsolete
  // and 0xFF 0xFE is the byte order mark of UTF-16.
  const layer = second & 0x06;
  const reserved =
    (second & 0x18) === 0x08 ||
    layer === 0 ||
    layer === 0x06 ||
    third >> 4 === 0x0f ||
    (third & 0x0c) === 0x0c;
  return reserved ? undefined : 'mp3';
};

/** A PDF header may be anywhere in the first kilobyte. */
export const pdfHeaderOffset = (head: Uint8Array): number => {
  const limit = Math.min(head.byteLength, 1029) - 5;
  for (let offset = 0; offset <= limit; offset += 1) {
    if (head[offset] === 0x25 && startsWith(head, offset, '%PDF-')) return offset;
  }
  return -1;
};

/** The format by the first bytes alone, or undefined if they look like text or are unknown. */
export const formatOfSignature = (head: Uint8Array): FileFormat | undefined => {
  const found = signatures.find(({ offset, bytes }) => startsWith(head, offset, bytes));
  if (found) return found.format;
  if (startsWith(head, 0, 'RIFF')) return riffFormats[ascii(head, 8, 4)] ?? 'binary';
  if (startsWith(head, 0, 'BM') && startsWith(head, 6, [0, 0, 0, 0])) return 'bmp';
  if (startsWith(head, 0, 'MZ') && head.includes(0)) return 'program';
  return mediaFormat(head) ?? mpegFormat(head);
};

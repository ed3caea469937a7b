import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from '../detect/byte-source.ts';
import { RecognitionError } from '../recognition-error.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Limit of the unpacked size of all parts of an archive. Ten times the largest upload still fits. */
const maxUnpackedBytes = 128 * 2 ** 20;
/** Office XML shrinks 10 to 50 times. Only a decompression bomb shrinks more. */
const suspiciousRatio = 100;

export interface ZipReader {
  entries: ZipEntry[];
  has(name: string): boolean;
  /** The content of a part, or undefined if there is no such name (case-insensitive). */
  read(name: string): Buffer | undefined;
}

const overBytes = (bytes: Uint8Array): ByteSource => ({
  size: bytes.byteLength,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

const tooMuch = (entry: ZipEntry, packedBytes: number) =>
  entry.compressedSize > 0 && maxUnpackedBytes / Math.max(packedBytes, 1) > suspiciousRatio
    ? new RecognitionError('too-complex')
    : new RecognitionError('too-large', 'The file is too large once unpacked');

const inflate = (packed: Buffer, entry: ZipEntry, budgetBytes: number, archiveBytes: number): Buffer => {
  if (entry.encrypted) throw new RecognitionError('encrypted');
  if (entry.method !== 0 && entry.method !== 8) throw new RecognitionError('damaged');
  if (entry.method === 0) {
    if (packed.byteLength > budgetBytes) throw tooMuch(entry, archiveBytes);
    return packed;
  }
  try {
    // The stated size is not trusted: inflating stops at the limit.
    return inflateRawSync(packed, { maxOutputLength: Math.max(budgetBytes, 1) });
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch(entry, archiveBytes);
    throw new RecognitionError('damaged', undefined, { cause: error });
  }
};

/**
 * Reads parts of an archive and counts all unpacked bytes: neither one part of gigabytes nor many parts
 * that share the same packed bytes can exceed the limit.
 */
export const readZip = async (bytes: Uint8Array): Promise<ZipReader> => {
  const entries = await readZipDirectory(overBytes(bytes));
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  let budgetBytes = maxUnpackedBytes;
  return {
    entries,
    has: (name) => byName.has(name.toLowerCase()),
    read: (name) => {
      const entry = byName.get(name.toLowerCase());
      if (!entry) return undefined;
      const start = entry.headerOffset;
      if (start + 30 > file.length) throw new RecognitionError('damaged');
      const dataStart = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
      const packed = file.subarray(dataStart, dataStart + entry.compressedSize);
      const unpacked = inflate(packed, entry, budgetBytes, file.length);
      budgetBytes -= unpacked.byteLength;
      return unpacked;
    },
  };
};

import { open } from 'node:fs/promises';
import type { RecognitionSource } from '../recognised.ts';

/** Random access to a file in memory or on disk, so that its type can be detected without reading all of it. */
export interface ByteSource {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

const overBytes = (bytes: Uint8Array): ByteSource => ({
  size: bytes.byteLength,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

export const withByteSource = async <T>(
  source: RecognitionSource,
  use: (file: ByteSource) => Promise<T>,
): Promise<T> => {
  if ('bytes' in source) return use(overBytes(source.bytes));
  const handle = await open(source.path, 'r');
  try {
    const { size } = await handle.stat();
    return await use({
      size,
      read: async (offset, length) => {
        const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
};

import { type FileHandle, open, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileSource } from './content-store.ts';

/** Bytes that are read and hashed at once. */
export const pieceBytes = 1024 * 1024;

export const sizeOfSource = async (source: FileSource): Promise<number> =>
  'bytes' in source ? source.bytes.length : (await stat(source.path)).size;

/** A source of which parts can be read. */
interface OpenSource {
  sizeBytes: number;
  /** `onPiece` is called with the bytes in order, as they are read. */
  part(start: number, length: number, onPiece: (piece: Uint8Array) => void): Promise<Uint8Array>;
  close(): Promise<void>;
}

const fill = async (file: FileHandle, part: Buffer, start: number, onPiece: (piece: Uint8Array) => void) => {
  for (let filled = 0; filled < part.length; ) {
    const wanted = Math.min(pieceBytes, part.length - filled);
    const { bytesRead } = await file.read(part, filled, wanted, start + filled);
    if (bytesRead === 0) throw new Error('A file became shorter while it was stored');
    onPiece(part.subarray(filled, filled + bytesRead));
    filled += bytesRead;
  }
};

export const openSource = async (source: FileSource): Promise<OpenSource> => {
  if ('bytes' in source)
    return {
      sizeBytes: source.bytes.length,
      part: async (start, length, onPiece) => {
        const part = source.bytes.subarray(start, start + length);
        for (let at = 0; at < part.length; at += pieceBytes) {
          onPiece(part.subarray(at, at + pieceBytes));
          // Hashing many pieces must not block other requests.
          await nextTurn();
        }
        return part;
      },
      close: async () => {},
    };
  const file = await open(source.path, 'r');
  return {
    sizeBytes: (await file.stat()).size,
    part: async (start, length, onPiece) => {
      // A new buffer for each part, because several of them may be on their way at the same time.
      const part = Buffer.allocUnsafeSlow(length);
      await fill(file, part, start, onPiece);
      return part;
    },
    close: () => file.close(),
  };
};

export async function* piecesOf(source: FileSource): AsyncGenerator<Uint8Array> {
  const opened = await openSource(source);
  try {
    for (let start = 0; start < opened.sizeBytes; start += pieceBytes)
      yield await opened.part(start, Math.min(pieceBytes, opened.sizeBytes - start), () => {});
  } finally {
    await opened.close();
  }
}

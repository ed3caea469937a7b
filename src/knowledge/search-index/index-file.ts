import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

/** The parts of an index: JSON metadata, and arrays that are restored in the order of saving. */
export interface SavedIndex {
  meta: unknown;
  parts: Uint8Array[];
}

/** Fills the array with the next part of the file. */
export type TakePart = (target: Uint8Array) => void;

interface PartEntry {
  length: number;
  checksum: number;
}

export const unfinishedSuffix = '.new';
const magic = 0x46444931;
const footerBytes = 8;
/** So that a search waits at most some milliseconds for a step. */
const bytesAtOnce = 16 * 1024 * 1024;

/**
 * Writes a file in steps: parts, metadata, its length and a marker. It is renamed to `path` when it is complete.
 * There is no fsync: checksums detect a file that a power failure damaged, which costs no more than a missing
 * file.
 */
export const createIndexWriter = (path: string, { meta, parts }: SavedIndex) => {
  // Several processes may share the folder.
  const unfinished = `${path}.${process.pid}${unfinishedSuffix}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(unfinished, 'w', 0o600);
  const entries: PartEntry[] = parts.map(({ length }) => ({ length, checksum: 0 }));
  let part = 0;
  let at = 0;

  const finish = (): void => {
    const description = Buffer.from(JSON.stringify({ meta, entries }));
    const footer = Buffer.alloc(footerBytes);
    footer.writeUInt32LE(description.length, 0);
    footer.writeUInt32LE(magic, 4);
    writeSync(file, description);
    writeSync(file, footer);
    closeSync(file);
    renameSync(unfinished, path);
  };

  return {
    /** Whether it is complete. */
    step: (): boolean => {
      for (let left = bytesAtOnce; left > 0; ) {
        const bytes = parts[part];
        if (!bytes) {
          finish();
          return true;
        }
        const slice = bytes.subarray(at, at + left);
        const written = writeSync(file, slice);
        entries[part]!.checksum = crc32(slice.subarray(0, written), entries[part]!.checksum);
        left -= written;
        at += written;
        if (at === bytes.length) [part, at] = [part + 1, 0];
      }
      return false;
    },
    abandon: (): void => {
      closeSync(file);
      rmSync(unfinished, { force: true });
    },
  };
};

export type IndexWriter = ReturnType<typeof createIndexWriter>;

const readFully = (file: number, target: Uint8Array, position: number): void => {
  for (let done = 0; done < target.length; ) {
    const length = Math.min(target.length - done, bytesAtOnce);
    const read = readSync(file, target, done, length, position + done);
    if (read === 0) throw new Error('The index file is truncated');
    done += read;
  }
};

/** Throws if the file is missing, incomplete or damaged. */
export const readIndexFile = <Result>(
  path: string,
  restore: (meta: unknown, take: TakePart) => Result,
): Result => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const footer = Buffer.alloc(footerBytes);
    readFully(file, footer, Math.max(0, size - footerBytes));
    const descriptionBytes = footer.readUInt32LE(0);
    const descriptionAt = size - footerBytes - descriptionBytes;
    if (footer.readUInt32LE(4) !== magic || descriptionAt < 0) throw new Error('Not an index file');
    const description = Buffer.alloc(descriptionBytes);
    readFully(file, description, descriptionAt);
    const { meta, entries } = JSON.parse(description.toString()) as { meta: unknown; entries: PartEntry[] };
    let part = 0;
    let position = 0;
    return restore(meta, (target) => {
      const entry = entries[part++];
      if (entry?.length !== target.length || position + entry.length > descriptionAt)
        throw new Error('The index file has unexpected sections');
      readFully(file, target, position);
      position += target.length;
      if (crc32(target) !== entry.checksum) throw new Error('The index file is damaged');
    });
  } finally {
    closeSync(file);
  }
};

/** The bytes of an array of numbers, or of its beginning. */
export const bytesOf = (
  array: Float64Array | Float32Array | Uint32Array | Int32Array,
  length = array.length,
): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, length * array.BYTES_PER_ELEMENT);

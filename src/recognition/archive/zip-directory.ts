import type { ByteSource } from '../detect/byte-source.ts';
import { RecognitionError } from '../recognition-error.ts';

export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated. Office programs use no others. */
  method: number;
  encrypted: boolean;
  compressedSize: number;
  /** As claimed by the directory. Verified only by inflating. */
  size: number;
  headerOffset: number;
}

const endSignature = 0x06054b50;
const end64LocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const maxCommentBytes = 65_535;
/** Office files have tens of entries, presentations with many images a few thousand. */
const maxEntries = 20_000;
const maxDirectoryBytes = 8 * 2 ** 20;

const damaged = () => new RecognitionError('damaged', 'The file is damaged: its contents list is missing');

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const findEnd = (tail: DataView): number => {
  for (let offset = tail.byteLength - 22; offset >= 0; offset -= 1) {
    if (tail.getUint32(offset, true) === endSignature) return offset;
  }
  throw damaged();
};

interface Directory {
  offset: number;
  length: number;
  count: number;
}

/** Streaming writers use the 64-bit record even for small files, so it is required. */
const readEnd64 = async (file: ByteSource, tail: DataView, endOffset: number): Promise<Directory> => {
  const locator = endOffset - 20;
  if (locator < 0 || tail.getUint32(locator, true) !== end64LocatorSignature) throw damaged();
  const record = viewOf(await file.read(Number(tail.getBigUint64(locator + 8, true)), 56));
  if (record.byteLength < 56) throw damaged();
  return {
    count: Number(record.getBigUint64(32, true)),
    length: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
};

const findDirectory = async (file: ByteSource): Promise<Directory> => {
  const tailLength = Math.min(file.size, maxCommentBytes + 42);
  const tail = viewOf(await file.read(file.size - tailLength, tailLength));
  const end = findEnd(tail);
  const directory = {
    count: tail.getUint16(end + 10, true),
    length: tail.getUint32(end + 12, true),
    offset: tail.getUint32(end + 16, true),
  };
  const needs64 = directory.count === 0xffff || directory.offset === 0xffffffff;
  return needs64 ? readEnd64(file, tail, end) : directory;
};

/** Replaces sizes of all ones by those of the 64-bit extra field (id 1), which holds only what overflowed. */
const applyExtra64 = (entry: ZipEntry, extra: DataView): void => {
  for (let offset = 0; offset + 4 <= extra.byteLength; ) {
    const fieldEnd = offset + 4 + extra.getUint16(offset + 2, true);
    if (extra.getUint16(offset, true) === 1) {
      let cursor = offset + 4;
      const next = (current: number): number => {
        if (current !== 0xffffffff || cursor + 8 > Math.min(fieldEnd, extra.byteLength)) return current;
        cursor += 8;
        return Number(extra.getBigUint64(cursor - 8, true));
      };
      entry.size = next(entry.size);
      entry.compressedSize = next(entry.compressedSize);
      entry.headerOffset = next(entry.headerOffset);
      return;
    }
    offset = fieldEnd;
  }
};

export const readZipDirectory = async (file: ByteSource): Promise<ZipEntry[]> => {
  const { offset: start, length, count } = await findDirectory(file);
  if (count > maxEntries || length > maxDirectoryBytes) throw new RecognitionError('too-complex');
  const bytes = await file.read(start, length);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== entrySignature) throw damaged();
    const nameEnd = offset + 46 + view.getUint16(offset + 28, true);
    const extraEnd = nameEnd + view.getUint16(offset + 30, true);
    if (extraEnd > view.byteLength) throw damaged();
    const entry: ZipEntry = {
      name: Buffer.from(bytes.subarray(offset + 46, nameEnd))
        .toString('utf8')
        .replaceAll('\\', '/'),
      encrypted: (view.getUint16(offset + 8, true) & 1) === 1,
      method: view.getUint16(offset + 10, true),
      compressedSize: view.getUint32(offset + 20, true),
      size: view.getUint32(offset + 24, true),
      headerOffset: view.getUint32(offset + 42, true),
    };
    applyExtra64(entry, viewOf(bytes.subarray(nameEnd, extraEnd)));
    entries.push(entry);
    offset = extraEnd + view.getUint16(offset + 32, true);
  }
  return entries;
};

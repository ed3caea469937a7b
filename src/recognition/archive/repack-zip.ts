import { crc32 } from 'node:zlib';
import { RecognitionError } from '../recognition-error.ts';
import { readZip } from './read-zip.ts';

const localHeader = (name: Buffer, data: Buffer, crc: number): Buffer => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(0x0800, 6);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(data.length, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
};

const directoryHeader = (local: Buffer, offset: number): Buffer => {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  local.copy(header, 6, 4, 30);
  header.writeUInt32LE(offset, 42);
  return header;
};

const refuseEntities = (name: string, data: Buffer): void => {
  if (!/\.(xml|rels)$/i.test(name)) return;
  const head = data.subarray(0, 4096).toString('latin1').replaceAll('\0', '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) {
    throw new RecognitionError('too-complex', 'The file declares XML entities, which are not allowed');
  }
};

/**
 * A new, uncompressed archive with the wanted parts. Libraries that unpack themselves get
 * this instead of the upload: its sizes are true, its total is limited, images are removed, and no part
 * declares entities.
 */
export const repackZip = async (bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<Buffer> => {
  const zip = await readZip(bytes);
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  const seen = new Set<string>();
  for (const { name } of zip.entries) {
    if (seen.has(name.toLowerCase()) || name.endsWith('/') || !isWanted(name)) continue;
    seen.add(name.toLowerCase());
    const data = zip.read(name);
    if (!data) continue;
    refuseEntities(name, data);
    const nameBytes = Buffer.from(name);
    const local = localHeader(nameBytes, data, crc32(data));
    files.push(local, nameBytes, data);
    directory.push(directoryHeader(local, offset), nameBytes);
    offset += local.length + nameBytes.length + data.length;
    count += 1;
  }
  const directoryBytes = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
};

import type { ByteSource } from '../detect/byte-source.ts';
import { RecognitionError } from '../recognition-error.ts';

/**
 * The compound file of Office 97–2003: a small file system of fixed sectors chained in a table (FAT).
 * Reads only what detection needs: the names of the streams and the first bytes of one of them.
 */
export interface OleStream {
  name: string;
  size: number;
  startSector: number;
}

export interface OleDirectory {
  streams: OleStream[];
  /** The opening bytes of a stream: at most one sector, at least 64 bytes where it is that long. */
  readStart(stream: OleStream): Promise<Uint8Array>;
}

const lastSector = 0xfffffffa;
const maxDirectorySectors = 4_096;
/** Smaller streams are stored in pieces of 64 bytes in the stream of the root entry. */
const miniStreamCutoffBytes = 4_096;
const miniSectorBytes = 64;

const damaged = () => new RecognitionError('damaged');

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const readOleDirectory = async (file: ByteSource): Promise<OleDirectory> => {
  const header = viewOf(await file.read(0, 512));
  if (header.byteLength < 512) throw damaged();
  const shift = header.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw damaged();
  const sectorBytes = 2 ** shift;
  const readSector = (sector: number) => file.read((sector + 1) * sectorBytes, sectorBytes);

  /** The next sector. The first 109 sectors of the table are listed in the header (about 7 MB of file). */
  const nextSector = async (sector: number): Promise<number> => {
    const perSector = sectorBytes / 4;
    const tableIndex = Math.floor(sector / perSector);
    if (tableIndex >= 109) return lastSector;
    const table = viewOf(await readSector(header.getUint32(76 + tableIndex * 4, true)));
    const offset = (sector % perSector) * 4;
    return offset + 4 <= table.byteLength ? table.getUint32(offset, true) : lastSector;
  };

  const streams: OleStream[] = [];
  let sector = header.getUint32(48, true);
  for (let count = 0; sector < lastSector && count < maxDirectorySectors; count += 1) {
    const bytes = await readSector(sector);
    const view = viewOf(bytes);
    for (let offset = 0; offset + 128 <= bytes.byteLength; offset += 128) {
      const nameBytes = view.getUint16(offset + 64, true);
      if (nameBytes < 2 || nameBytes > 64) continue;
      streams.push({
        name: Buffer.from(bytes.subarray(offset, offset + nameBytes - 2)).toString('utf16le'),
        startSector: view.getUint32(offset + 116, true),
        size: view.getUint32(offset + 120, true),
      });
    }
    sector = await nextSector(sector);
  }
  /** Start of a small stream: a sector of the root's chain and a piece in it. */
  const readMiniStart = async (stream: OleStream): Promise<Uint8Array> => {
    const offset = stream.startSector * miniSectorBytes;
    let container = streams[0]?.startSector ?? lastSector;
    for (let hops = Math.floor(offset / sectorBytes); hops > 0 && container < lastSector; hops -= 1) {
      container = await nextSector(container);
    }
    return container < lastSector
      ? (await readSector(container)).subarray(offset % sectorBytes)
      : new Uint8Array();
  };

  return {
    streams,
    readStart: (stream) =>
      stream.size < miniStreamCutoffBytes ? readMiniStart(stream) : readSector(stream.startSector),
  };
};

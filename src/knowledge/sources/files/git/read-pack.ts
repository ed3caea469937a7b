import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

export type HashName = 'sha1' | 'sha256';
type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface PackObject {
  type: ObjectType;
  bytes: Buffer;
}

interface PackInput {
  pack: Uint8Array;
  hash: HashName;
  /** Of all objects after decompression. A small pack can contain very large objects. */
  maxBytes: number;
}

const types: Record<number, ObjectType> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const offsetDelta = 6;
const idDelta = 7;
const mostObjects = 500_000;

export const idLength = (hash: HashName): number => (hash === 'sha1' ? 20 : 32);

const damaged = (): Error => new Error('The server sent damaged Git data');

interface Delta {
  base: number | string;
  instructions: Buffer;
}

/** Applies the copy and insert instructions of a delta to its base. */
const applyDelta = (base: Buffer, delta: Buffer, maxBytes: number): Buffer => {
  let at = 0;
  const byte = (): number => {
    const value = delta[at++];
    if (value === undefined) throw damaged();
    return value;
  };
  const size = (): number => {
    let [value, shift, next] = [0, 1, 0];
    do {
      next = byte();
      value += (next & 0x7f) * shift;
      shift *= 128;
    } while (next & 0x80 && shift < 2 ** 50);
    return value;
  };
  const number = (flags: number, count: number): number => {
    let value = 0;
    for (let place = 0; place < count; place += 1) if (flags & (1 << place)) value += byte() * 256 ** place;
    return value;
  };
  const baseSize = size();
  const resultSize = size();
  if (baseSize !== base.length) throw damaged();
  if (resultSize > maxBytes) throw new Error('The objects are too large');
  const result = Buffer.alloc(resultSize);
  let length = 0;
  while (at < delta.length) {
    const instruction = byte();
    const isCopy = (instruction & 0x80) !== 0;
    const offset = isCopy ? number(instruction & 0x0f, 4) : at;
    const count = isCopy ? number((instruction >> 4) & 0x07, 3) || 0x10000 : instruction;
    const from = isCopy ? base : delta;
    if (count === 0 || offset + count > from.length || length + count > resultSize) throw damaged();
    from.copy(result, length, offset, offset + count);
    length += count;
    if (!isCopy) at += count;
  }
  if (length !== resultSize) throw damaged();
  return result;
};

/** The objects of a pack by their ids, which are the hashes of their content. */
export const readPack = ({ pack, hash, maxBytes }: PackInput): Map<string, PackObject> => {
  const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength);
  const end = bytes.length - idLength(hash);
  if (end < 12 || bytes.toString('latin1', 0, 4) !== 'PACK' || ![2, 3].includes(bytes.readUInt32BE(4)))
    throw damaged();
  if (!createHash(hash).update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end))) throw damaged();
  const count = bytes.readUInt32BE(8);
  if (count > mostObjects) throw new Error(`The server sent more than ${mostObjects} Git objects`);

  const byOffset = new Map<number, PackObject>();
  const byId = new Map<string, PackObject>();
  const deltas = new Map<number, Delta>();
  let left = maxBytes;

  const take = (size: number): void => {
    left -= size;
    if (left < 0) throw new Error('The objects are too large');
  };
  const add = (offset: number, object: PackObject): void => {
    byOffset.set(offset, object);
    const id = createHash(hash).update(`${object.type} ${object.bytes.length}\0`).update(object.bytes);
    byId.set(id.digest('hex'), object);
  };

  let at = 12;
  const byte = (): number => {
    if (at >= end) throw damaged();
    return bytes[at++]!;
  };
  for (let index = 0; index < count; index += 1) {
    const start = at;
    let next = byte();
    const type = (next >> 4) & 7;
    let size = next & 15;
    for (let shift = 16; next & 0x80; shift *= 128) {
      next = byte();
      size += (next & 0x7f) * shift;
      if (shift > 2 ** 45) throw damaged();
    }
    let base: number | string | undefined;
    if (type === offsetDelta) {
      next = byte();
      let distance = next & 0x7f;
      while (next & 0x80) {
        next = byte();
        distance = (distance + 1) * 128 + (next & 0x7f);
        if (distance > bytes.length) throw damaged();
      }
      base = start - distance;
    } else if (type === idDelta) {
      base = bytes.toString('hex', at, at + idLength(hash));
      at += idLength(hash);
    }
    take(size);
    const inflated = inflateSync(bytes.subarray(at, end), {
      info: true,
      maxOutputLength: Math.max(1, size),
      chunkSize: Math.min(65_536, Math.max(64, size)),
    } as never) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (inflated.buffer.length !== size) throw damaged();
    at += inflated.engine.bytesWritten;
    const plain = types[type];
    if (base !== undefined) deltas.set(start, { base, instructions: inflated.buffer });
    else if (plain) add(start, { type: plain, bytes: inflated.buffer });
    else throw damaged();
  }

  // A delta may depend on one that follows it.
  for (let before = -1; deltas.size > 0 && deltas.size !== before; ) {
    before = deltas.size;
    for (const [offset, { base, instructions }] of deltas) {
      const found = typeof base === 'number' ? byOffset.get(base) : byId.get(base);
      if (!found) continue;
      const result = applyDelta(found.bytes, instructions, left);
      take(result.length);
      add(offset, { type: found.type, bytes: result });
      deltas.delete(offset);
    }
  }
  if (deltas.size > 0) throw damaged();
  return byId;
};

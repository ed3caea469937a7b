import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { readPack } from './read-pack.ts';

interface Entry {
  type: number;
  data: Buffer;
  /** What follows the type and the size: the base of a delta. */
  base?: Buffer;
  /** Of the header, if it is not the size of the data. */
  size?: number;
}

const blob = (text: string): Entry => ({ type: 3, data: Buffer.from(text) });

const headerOf = ({ type, data, size = data.length }: Entry): Buffer => {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
};

const packOf = (entries: readonly Entry[]): { pack: Buffer; offsets: number[] } => {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(entries.length, 8);
  const offsets: number[] = [];
  let at = head.length;
  const pieces = entries.map((entry) => {
    const piece = Buffer.concat([headerOf(entry), entry.base ?? Buffer.alloc(0), deflateSync(entry.data)]);
    offsets.push(at);
    at += piece.length;
    return piece;
  });
  const body = Buffer.concat([head, ...pieces]);
  return { pack: Buffer.concat([body, createHash('sha1').update(body).digest()]), offsets };
};

const idOf = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
const read = (entries: readonly Entry[], maxBytes = 10_000) =>
  readPack({ pack: packOf(entries).pack, hash: 'sha1', maxBytes });

const size = (value: number): number[] => {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest & 0x7f);
  }
  return bytes;
};
/** Copies the first `count` bytes of the base and inserts a text. */
const delta = (
  baseSize: number,
  count: number,
  inserted: string,
  resultSize = count + inserted.length,
): Buffer =>
  Buffer.from([
    ...size(baseSize),
    ...size(resultSize),
    0x90,
    count,
    ...(inserted === '' ? [] : [inserted.length, ...Buffer.from(inserted)]),
  ]);

test('deltas are applied to a base that is named by its id or offset, before or after them', () => {
  const [base, changed, last] = ['a common text', 'a common end', 'a com!'];
  const first = { type: 7, base: Buffer.from(idOf(changed), 'hex'), data: delta(changed.length, 5, '!') };
  const second = { type: 7, base: Buffer.from(idOf(base), 'hex'), data: delta(base.length, 9, 'end') };
  const objects = read([first, second, blob(base)]);
  assert.deepEqual(
    [...objects.values()].map(({ bytes }) => bytes.toString()).sort(),
    [base, changed, last].sort(),
  );
  assert.ok(objects.has(idOf(last)));
  const { offsets } = packOf([blob(base), blob('other')]);
  const byOffset = {
    type: 6,
    base: Buffer.from([offsets[1]! - offsets[0]!]),
    data: delta(base.length, 9, 'end'),
  };
  assert.ok(read([blob(base), byOffset]).has(idOf(changed)));
});

const none = Buffer.alloc(20, 7);
const hostile: [name: string, entries: Entry[], message: RegExp][] = [
  ['a delta without a base', [{ type: 7, base: none, data: delta(5, 1, '') }], /damaged/],
  ['a delta before the start', [{ type: 6, base: Buffer.from([0x70]), data: delta(5, 1, '') }], /damaged/],
  ['a delta of itself', [{ type: 6, base: Buffer.from([0]), data: delta(5, 1, '') }], /damaged/],
  ['an unknown type', [{ type: 5, data: Buffer.from('x') }], /damaged/],
  ['less data than declared', [{ ...blob('x'), size: 9 }], /damaged/],
  ['an object of many gigabytes', [{ ...blob('x'), size: 2 ** 40 }], /too large/],
  [
    'a copy beyond the base',
    [blob('short'), { type: 7, base: Buffer.from(idOf('short'), 'hex'), data: delta(5, 200, '') }],
    /damaged/,
  ],
  [
    'a delta with a huge result',
    [blob('short'), { type: 7, base: Buffer.from(idOf('short'), 'hex'), data: delta(5, 5, '', 2 ** 27) }],
    /too large/,
  ],
];

for (const [name, entries, message] of hostile)
  test(`a pack with ${name} is refused`, () => {
    assert.throws(() => read(entries), { message });
  });

test('more data than declared, a wrong checksum and a short pack are refused', () => {
  assert.throws(() => read([{ ...blob('x'.repeat(5000)), size: 10 }]));
  const { pack } = packOf([blob('text')]);
  const changed = Buffer.from(pack);
  changed[14]! ^= 1;
  for (const bytes of [changed, pack.subarray(0, 20), Buffer.alloc(0)])
    assert.throws(() => readPack({ pack: bytes, hash: 'sha1', maxBytes: 1000 }), { message: /damaged/ });
});

test('many deltas of one object end at the limit of bytes', () => {
  const base = 'x'.repeat(100);
  const copies = Array.from({ length: 200 }, (_, at) => ({
    type: 7,
    base: Buffer.from(idOf(base), 'hex'),
    data: delta(100, 100, String(at)),
  }));
  assert.equal(read([blob(base), ...copies], 100_000).size, 201);
  assert.throws(() => read([blob(base), ...copies], 10_000), { message: /too large/ });
});

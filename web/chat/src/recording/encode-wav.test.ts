import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeWav } from './encode-wav.ts';

test('a recording becomes a WAV file with its length in the header, and loud samples are clipped', async () => {
  const wav = Buffer.from(await encodeWav(new Float32Array([0, 1, -1, 7, -7, 0.5]), 16_000).arrayBuffer());
  assert.equal(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  assert.equal(wav.readUInt32LE(4), wav.length - 8);
  assert.deepEqual([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)], [1, 1, 16]);
  assert.deepEqual([wav.readUInt32LE(24), wav.readUInt32LE(28)], [16_000, 32_000]);
  assert.equal(wav.readUInt32LE(40), 12);
  const samples = Array.from({ length: 6 }, (_, index) => wav.readInt16LE(44 + index * 2));
  assert.deepEqual(samples, [0, 32767, -32768, 32767, -32768, 16383]);
});

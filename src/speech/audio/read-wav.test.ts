import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWav } from '../../../test/support/speech/make-wav.ts';
import { RecognitionError } from '../../recognition/index.ts';
import { audioSeconds } from './audio-seconds.ts';
import { readWav } from './read-wav.ts';
import { resample } from './resample.ts';

const near = (actual: number | undefined, expected: number, within = 0.02): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${actual} is not near ${expected}`);

/** The same file with another encoding written into its header. */
const encodedAs = (encoding: number, bits: number, data: Buffer): Buffer => {
  const wav = Buffer.concat([makeWav([]), data]);
  wav.writeUInt16LE(encoding, 20);
  wav.writeUInt16LE(bits, 34);
  wav.writeUInt32LE(data.length, 40);
  return wav;
};

test('channels are mixed into one', () => {
  const { samples, sampleRate } = readWav(makeWav([0.5, 0, 0.5, 1], { channels: 2, sampleRate: 8000 }));
  assert.equal(sampleRate, 8000);
  assert.equal(samples.length, 2);
  near(samples[0], 0.25);
  near(samples[1], 0.75);
});

test('every common encoding of a sample is read', () => {
  const float = Buffer.alloc(4);
  float.writeFloatLE(-0.5);
  const long = Buffer.alloc(4);
  long.writeInt32LE(2 ** 30);
  for (const [encoding, bits, data, expected] of [
    [1, 8, Buffer.from([192]), 0.5],
    [1, 24, Buffer.from([0, 0, 0xc0]), -0.5],
    [1, 32, long, 0.5],
    [3, 32, float, -0.5],
    [7, 8, Buffer.from([0xff]), 0],
    [7, 8, Buffer.from([0x80]), 0.98],
    [6, 8, Buffer.from([0xaa]), 0.98],
  ] as const)
    near(readWav(encodedAs(encoding, bits, data)).samples[0], expected);
});

test('NaN samples are silence', () => {
  const data = Buffer.alloc(8);
  data.writeFloatLE(Number.NaN, 0);
  data.writeFloatLE(Number.POSITIVE_INFINITY, 4);
  assert.deepEqual([...readWav(encodedAs(3, 32, data)).samples], [0, 0]);
});

test('lengths in the header are limited by the end of the file', () => {
  const wav = makeWav([0.1, 0.2, 0.3]);
  wav.writeUInt32LE(0xffff_ffff, 40);
  assert.equal(readWav(wav).samples.length, 3);
  wav.writeUInt32LE(0, 40);
  assert.equal(readWav(wav).samples.length, 3);
});

test('an unknown encoding is refused as such', () => {
  assert.throws(
    () => readWav(encodedAs(0x55, 16, Buffer.alloc(4))),
    (error) => error instanceof RecognitionError && error.reason === 'unsupported',
  );
});

test('a file cut anywhere is read or refused as damaged', () => {
  const wav = makeWav([0.1, 0.2, 0.3]);
  for (let length = 12; length < 44; length += 1)
    assert.throws(
      () => readWav(wav.subarray(0, length)),
      (error) => error instanceof RecognitionError && error.reason === 'damaged',
    );
});

test('the length of a recording is counted by its frames', () => {
  assert.equal(audioSeconds(makeWav(new Float32Array(24_000)), 'wav'), 1.5);
  // Layer III of version 2, 32 kbit/s, 16 kHz: 144 bytes and 36 ms a frame.
  const frame = Buffer.alloc(144);
  frame.set([0xff, 0xf3, 0x48, 0xc4]);
  const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5]);
  assert.equal(audioSeconds(Buffer.concat([tag, frame, frame, frame.subarray(0, 50)]), 'mp3'), 0.072);
  const padding = Buffer.alloc(2_000_000);
  assert.equal(audioSeconds(Buffer.concat([padding, frame, padding, frame, padding]), 'mp3'), 0.072);
});

test('a file with many false frame starts is abandoned', () => {
  const frame = Buffer.alloc(144);
  frame.set([0xff, 0xf3, 0x48, 0xc4]);
  assert.equal(audioSeconds(Buffer.concat([frame, Buffer.alloc(1_000_000, 0xff), frame]), 'mp3'), 0.036);
});

test('resampling keeps a tone below the limit and removes one above it', () => {
  const tone = (hertz: number) =>
    Float32Array.from({ length: 48_000 }, (_sample, index) =>
      Math.sin((2 * Math.PI * hertz * index) / 48_000),
    );
  const loudness = (samples: Float32Array): number =>
    Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  near(loudness(resample({ samples: tone(1000), sampleRate: 48_000 }, 16_000)), Math.SQRT1_2, 0.03);
  near(loudness(resample({ samples: tone(12_000), sampleRate: 48_000 }, 16_000)), 0, 0.03);
  assert.equal(resample({ samples: tone(1000), sampleRate: 48_000 }, 16_000).length, 16_000);
});

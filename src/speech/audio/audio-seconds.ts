import { RecognitionError } from '../../recognition/index.ts';
import type { AudioFormat } from '../port.ts';
import { mp4Seconds } from './mp4-seconds.ts';
import { oggSeconds } from './ogg-seconds.ts';
import { findWavSamples } from './read-wav.ts';
import { maxRecordingSeconds } from './sound.ts';

interface Frame {
  bytes: number;
  seconds: number;
}

type ReadFrame = (bytes: Uint8Array, at: number) => Frame | undefined;

const mp3Rates = [44_100, 48_000, 32_000];
const firstVersionKbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const laterVersionKbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** A frame of MPEG layer III; the other layers are not MP3. */
const readMp3Frame: ReadFrame = (bytes, at) => {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (bytes[at] !== 0xff || (second & 0xe0) !== 0xe0 || (second & 0x06) !== 0x02) return undefined;
  const version = (second & 0x18) >> 3;
  const isFirstVersion = version === 3;
  const kbps = (isFirstVersion ? firstVersionKbps : laterVersionKbps)[third >> 4];
  const baseRate = mp3Rates[(third & 0x0c) >> 2];
  if (version === 1 || !kbps || !baseRate) return undefined;
  const sampleRate = isFirstVersion ? baseRate : version === 2 ? baseRate / 2 : baseRate / 4;
  const samples = isFirstVersion ? 1152 : 576;
  const padding = (third & 0x02) >> 1;
  return {
    bytes: Math.floor((samples * kbps * 125) / sampleRate) + padding,
    seconds: samples / sampleRate,
  };
};

const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** A frame of AAC in ADTS. */
const readAacFrame: ReadFrame = (bytes, at) => {
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0) return undefined;
  const sampleRate = aacRates[((bytes[at + 2] ?? 0) & 0x3c) >> 2];
  const length =
    (((bytes[at + 3] ?? 0) & 0x03) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5);
  if (!sampleRate || length < 7) return undefined;
  return { bytes: length, seconds: (1024 * (((bytes[at + 6] ?? 0) & 0x03) + 1)) / sampleRate };
};

const afterId3 = (bytes: Uint8Array): number => {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return 0;
  const size = [6, 7, 8, 9].reduce((sum, index) => (sum << 7) | ((bytes[index] ?? 0) & 0x7f), 0);
  return 10 + size;
};

/** Every frame begins with this byte. */
const frameMark = 0xff;
/** Frames are counted on the main thread, so a file with many false frame starts is abandoned. */
const mostFalseStarts = 500_000;

/** Only complete frames, without the bytes between them. */
function* framesOf(bytes: Uint8Array, readFrame: ReadFrame): Generator<Frame & { at: number }> {
  let falseStarts = 0;
  let at = bytes.indexOf(frameMark, afterId3(bytes));
  while (at !== -1 && falseStarts < mostFalseStarts) {
    const frame = readFrame(bytes, at);
    if (!frame) falseStarts += 1;
    else if (at + frame.bytes <= bytes.length) yield { ...frame, at };
    at = bytes.indexOf(frameMark, at + (frame?.bytes ?? 1));
  }
}

/** Longer recordings are refused or cut anyway, so counting stops. */
const mostCountedSeconds = 2 * maxRecordingSeconds;

const sumSeconds = (bytes: Uint8Array, readFrame: ReadFrame): number => {
  let sum = 0;
  for (const { seconds } of framesOf(bytes, readFrame)) {
    sum += seconds;
    if (sum > mostCountedSeconds) break;
  }
  return sum;
};

/** An ADTS file without parts that break its decoder: a tag before it, an incomplete last frame. */
export const wholeAacFrames = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat(
    framesOf(bytes, readAacFrame)
      .map((frame) => bytes.subarray(frame.at, frame.at + frame.bytes))
      .toArray(),
  );

const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const wavSeconds = (bytes: Uint8Array): number => {
  const { format, samples } = findWavSamples(bytes);
  return samples.byteLength / (format.bytesPerSample * format.channels * format.sampleRate);
};

/** The header states rate, channels, bits and the number of samples. A stream may leave the number out. */
const flacSeconds = (bytes: Uint8Array): number => {
  const header = Buffer.from(bytes.subarray(0, 26));
  if (header.length < 26) return 0;
  const rate = header.readUIntBE(18, 3) >> 4;
  const channels = ((header[20]! >> 1) & 7) + 1;
  const bits = (((header[20]! & 1) << 4) | (header[21]! >> 4)) + 1;
  const stated = (header[21]! & 0x0f) * 2 ** 32 + header.readUInt32BE(22);
  return rate === 0 ? 0 : (stated || (bytes.length * 8) / (bits * channels)) / rate;
};

/** A recording without a length would be transcribed free of charge. */
const knownSeconds = (seconds: number): number => {
  if (!(seconds > 0)) throw new RecognitionError('damaged');
  return seconds;
};

const lengths: Record<AudioFormat, (bytes: Uint8Array) => number> = {
  mp3: (bytes) => sumSeconds(bytes, readMp3Frame),
  aac: (bytes) => sumSeconds(bytes, readAacFrame),
  wav: wavSeconds,
  m4a: (bytes) => knownSeconds(mp4Seconds(bytes)),
  ogg: (bytes) => knownSeconds(oggSeconds(bytes)),
  flac: (bytes) => knownSeconds(flacSeconds(bytes)),
};

/** Length of a recording, by its frames where they can be counted: unlike headers, they cannot be wrong. */
export const audioSeconds = (bytes: Uint8Array, format: AudioFormat): number =>
  roundToMilliseconds(lengths[format](bytes));

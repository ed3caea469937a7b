import { RecognitionError } from '../../recognition/index.ts';
import type { Sound } from './sound.ts';

/** Sample format of the `fmt ` chunk. */
export interface WavFormat {
  encoding: number;
  channels: number;
  sampleRate: number;
  bytesPerSample: number;
}

const pcm = 1;
const float = 3;
const alaw = 6;
const mulaw = 7;
const extensible = 0xfffe;

const damaged = (): RecognitionError => new RecognitionError('damaged');

const readFormat = (view: DataView, start: number, size: number): WavFormat => {
  if (size < 16) throw damaged();
  const declared = view.getUint16(start, true);
  // The first two bytes of an extensible header's identifier are the encoding of the plain header.
  const encoding = declared === extensible && size >= 26 ? view.getUint16(start + 24, true) : declared;
  return {
    encoding,
    channels: view.getUint16(start + 2, true),
    sampleRate: view.getUint32(start + 4, true),
    bytesPerSample: Math.ceil(view.getUint16(start + 14, true) / 8),
  };
};

/** Finds the samples. Lengths are limited by the end of the file, because recorders leave them at 0 or -1. */
export const findWavSamples = (bytes: Uint8Array): { format: WavFormat; samples: DataView } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: WavFormat | undefined;
  for (let position = 12; position + 8 <= view.byteLength; ) {
    const name = view.getUint32(position);
    const start = position + 8;
    const size = Math.min(view.getUint32(position + 4, true), view.byteLength - start);
    if (name === 0x666d7420) format = readFormat(view, start, size);
    if (name === 0x64617461) {
      if (!format || format.channels === 0 || format.sampleRate === 0 || format.bytesPerSample === 0)
        throw damaged();
      const length = size === 0 ? view.byteLength - start : size;
      return { format, samples: new DataView(bytes.buffer, bytes.byteOffset + start, length) };
    }
    position = start + size + (size % 2);
  }
  throw damaged();
};

const fromMulaw = (byte: number): number => {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return (value & 0x80 ? -magnitude : magnitude) / 32_768;
};

const fromAlaw = (byte: number): number => {
  const value = byte ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (value & 0x80 ? magnitude : -magnitude) / 32_768;
};

type ReadSample = (view: DataView, offset: number) => number;

const readers: Record<string, ReadSample> = {
  [`${pcm}:1`]: (view, offset) => (view.getUint8(offset) - 128) / 128,
  [`${pcm}:2`]: (view, offset) => view.getInt16(offset, true) / 32_768,
  [`${pcm}:3`]: (view, offset) =>
    ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 8_388_608,
  [`${pcm}:4`]: (view, offset) => view.getInt32(offset, true) / 2_147_483_648,
  [`${float}:4`]: (view, offset) => view.getFloat32(offset, true),
  [`${float}:8`]: (view, offset) => view.getFloat64(offset, true),
  [`${alaw}:1`]: (view, offset) => fromAlaw(view.getUint8(offset)),
  [`${mulaw}:1`]: (view, offset) => fromMulaw(view.getUint8(offset)),
};

/** The sound of a WAV file, its channels mixed into one. */
export const readWav = (bytes: Uint8Array): Sound => {
  const { format, samples } = findWavSamples(bytes);
  const read = readers[`${format.encoding}:${format.bytesPerSample}`];
  if (!read) throw new RecognitionError('unsupported', 'WAV files of this encoding cannot be read');
  const frameBytes = format.bytesPerSample * format.channels;
  const mixed = new Float32Array(Math.floor(samples.byteLength / frameBytes));
  for (let frame = 0; frame < mixed.length; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) {
      const value = read(samples, frame * frameBytes + channel * format.bytesPerSample);
      // A float may be NaN, which would spread to everything computed from it.
      sum += Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
    }
    mixed[frame] = sum / format.channels;
  }
  return { samples: mixed, sampleRate: format.sampleRate };
};

import { RecognitionError } from '../../recognition/index.ts';
import type { AudioFormat } from '../port.ts';
import { resample } from './resample.ts';
import { maxSoundSeconds, type Sound, speechSampleRate } from './sound.ts';

// Each decoder is loaded with the first file that needs it.
const decoders: Record<AudioFormat, (bytes: Uint8Array) => Promise<Sound>> = {
  mp3: async (bytes) => (await import('./decode-mp3.ts')).decodeMp3(bytes),
  wav: async (bytes) => (await import('./read-wav.ts')).readWav(bytes),
  aac: async (bytes) => (await import('./decode-aac.ts')).decodeAac(bytes),
  m4a: async (bytes) => (await import('./decode-compressed.ts')).decodeCompressed(bytes, 'other'),
  ogg: async (bytes) => (await import('./decode-compressed.ts')).decodeCompressed(bytes, 'ogg'),
  flac: async (bytes) => (await import('./decode-compressed.ts')).decodeCompressed(bytes, 'other'),
};

/** Decodes an audio file for the engines: one channel, 16 kHz. */
export const decodeAudio = async (bytes: Uint8Array, format: AudioFormat): Promise<Float32Array> => {
  const sound = await decoders[format](bytes);
  if (sound.samples.length > sound.sampleRate * maxSoundSeconds)
    throw new RecognitionError('too-large', 'The recording is too long');
  return resample(sound, speechSampleRate);
};

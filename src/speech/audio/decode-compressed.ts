import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { RecognitionError } from '../../recognition/index.ts';
import { maxSoundSeconds, type Sound } from './sound.ts';

/** Length decoded at once. The decoder cuts longer requests, so the memory is known in advance. */
const limitSeconds = maxSoundSeconds + 1;

const { resolve } = createRequire(import.meta.url);

/**
 * The decoder was built for browsers and CommonJS: it needs these two globals, and takes a
 * global fetch for a browser. It runs in its own process, where nothing else needs them.
 */
const prepareGlobals = (folder: string): void => {
  Object.assign(globalThis, { __dirname: folder, require: createRequire(import.meta.url), fetch: undefined });
};

/** Of Ogg files the decoder skips the first page if it starts at 0. */
const startSeconds = { ogg: -1, other: 0 };

/** AAC, also in MP4, Vorbis and Opus in Ogg, and FLAC. */
export const decodeCompressed = async (bytes: Uint8Array, container: 'ogg' | 'other'): Promise<Sound> => {
  const program = resolve('audio-file-decoder/decode-audio.wasm');
  prepareGlobals(dirname(program));
  const { getAudioDecoder } = await import('audio-file-decoder');
  try {
    // A copy, because the decoder takes the whole buffer, of which a view may be a part.
    const decoder = await getAudioDecoder(program, Uint8Array.from(bytes).buffer);
    const samples = decoder.decodeAudioData(startSeconds[container], limitSeconds);
    const { sampleRate } = decoder;
    decoder.dispose();
    if (samples.length > 0) return { samples, sampleRate };
  } catch (cause) {
    throw new RecognitionError('damaged', undefined, { cause });
  }
  throw new RecognitionError('damaged');
};

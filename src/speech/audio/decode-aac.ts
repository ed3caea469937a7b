import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { RecognitionError } from '../../recognition/index.ts';
import { wholeAacFrames } from './audio-seconds.ts';
import { maxSoundSeconds, type Sound } from './sound.ts';

/** Decoded at once; a longer wish is cut by the decoder, so that the length is known before memory is taken. */
const limitSeconds = maxSoundSeconds + 1;

const { resolve } = createRequire(import.meta.url);

/**
 * The decoder was built for browsers and for Node as it was before modules: it looks for these two, and takes a
 * global fetch for a browser. It runs in a process of its own, where nothing else needs them.
 */
const prepareGlobals = (folder: string): void => {
  Object.assign(globalThis, { __dirname: folder, require: createRequire(import.meta.url), fetch: undefined });
};

export const decodeAac = async (bytes: Uint8Array): Promise<Sound> => {
  const program = resolve('audio-file-decoder/decode-audio.wasm');
  prepareGlobals(dirname(program));
  const { getAudioDecoder } = await import('audio-file-decoder');
  const frames = wholeAacFrames(bytes);
  if (frames.length === 0) throw new RecognitionError('damaged');
  try {
    // A copy: the decoder takes the whole buffer, of which a view may be a part.
    const decoder = await getAudioDecoder(program, Uint8Array.from(frames).buffer);
    const samples = decoder.decodeAudioData(0, limitSeconds);
    const { sampleRate } = decoder;
    decoder.dispose();
    if (samples.length > 0) return { samples, sampleRate };
  } catch (cause) {
    throw new RecognitionError('damaged', undefined, { cause });
  }
  throw new RecognitionError('damaged');
};

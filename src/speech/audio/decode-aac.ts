import { RecognitionError } from '../../recognition/index.ts';
import { wholeAacFrames } from './audio-seconds.ts';
import { decodeCompressed } from './decode-compressed.ts';
import type { Sound } from './sound.ts';

export const decodeAac = async (bytes: Uint8Array): Promise<Sound> => {
  const frames = wholeAacFrames(bytes);
  if (frames.length === 0) throw new RecognitionError('damaged');
  return decodeCompressed(frames, 'other');
};

import { MPEGDecoder } from 'mpg123-decoder';
import { RecognitionError } from '../../recognition/index.ts';
import { mixChannels } from './mix-channels.ts';
import { maxSoundSeconds, type Sound } from './sound.ts';

/** Decoded in steps, to notice early if a file expands to hours. */
const pieceBytes = 64 * 1024;

export const decodeMp3 = async (bytes: Uint8Array): Promise<Sound> => {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const pieces: Float32Array[] = [];
    let sampleRate = 0;
    let length = 0;
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const decoded = decoder.decode(bytes.subarray(start, start + pieceBytes));
      if (decoded.samplesDecoded === 0) continue;
      sampleRate ||= decoded.sampleRate;
      pieces.push(mixChannels(decoded.channelData));
      length += decoded.samplesDecoded;
      if (length > sampleRate * maxSoundSeconds)
        throw new RecognitionError('too-large', 'The recording is too long');
    }
    if (length === 0) throw new RecognitionError('damaged');
    const samples = new Float32Array(length);
    let position = 0;
    for (const piece of pieces) {
      samples.set(piece, position);
      position += piece.length;
    }
    return { samples, sampleRate };
  } finally {
    decoder.free();
  }
};

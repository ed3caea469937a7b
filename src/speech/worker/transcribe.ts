import tokenizer from 'llama-tokenizer-js';
import { RecognitionError } from '../../recognition/index.ts';
import { decodeAudio } from '../audio/decode-audio.ts';
import { speechSampleRate } from '../audio/sound.ts';
import { splitAtPauses } from '../audio/split-at-pauses.ts';
import { type HeardPiece, isUnderstood } from '../moonshine/is-understood.ts';
import { type Moonshine, openMoonshine } from '../moonshine/moonshine-session.ts';
import type { AudioFormat, SpokenPassage } from '../port.ts';

/** Shorter sound is a click. The network needs a few frames. */
const shortestSamples = speechSampleRate / 10;

let moonshine: Promise<Moonshine> | undefined;

/** Transcribes a recording piece by piece. Refuses one that is not in English, instead of inventing a text. */
export const transcribe = async (bytes: Uint8Array, format: AudioFormat): Promise<SpokenPassage[]> => {
  const samples = await decodeAudio(bytes, format);
  moonshine ??= openMoonshine();
  const listen = await moonshine;
  const heard: (HeardPiece & { startSeconds: number })[] = [];
  let position = 0;
  for (const piece of splitAtPauses(samples)) {
    const startSeconds = position / speechSampleRate;
    position += piece.length;
    if (piece.length >= shortestSamples) heard.push({ ...(await listen(piece)), startSeconds });
  }
  if (!isUnderstood(heard)) throw new RecognitionError('language');
  return heard
    .map(({ tokens, startSeconds }) => ({
      startSeconds,
      text: tokenizer.decode(tokens, false, false).trim(),
    }))
    .filter(({ text }) => text !== '');
};

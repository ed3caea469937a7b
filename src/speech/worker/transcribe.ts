import tokenizer from 'llama-tokenizer-js';
import { decodeAudio } from '../audio/decode-audio.ts';
import { speechSampleRate } from '../audio/sound.ts';
import { splitAtPauses } from '../audio/split-at-pauses.ts';
import { type Moonshine, openMoonshine } from '../moonshine/moonshine-session.ts';
import type { AudioFormat } from '../port.ts';

/** Shorter sound is a click. The network needs a few frames. */
const shortestSamples = speechSampleRate / 10;

let moonshine: Promise<Moonshine> | undefined;

/** Transcribes a recording piece by piece. */
export const transcribe = async (bytes: Uint8Array, format: AudioFormat): Promise<string> => {
  const samples = await decodeAudio(bytes, format);
  moonshine ??= openMoonshine();
  const listen = await moonshine;
  const texts: string[] = [];
  for (const piece of splitAtPauses(samples)) {
    if (piece.length < shortestSamples) continue;
    const text = tokenizer.decode(await listen(piece), false, false).trim();
    if (text !== '') texts.push(text);
  }
  return texts.join(' ');
};

import { speechSampleRate } from './sound.ts';

/** The engine transcribes sentences better than paragraphs. */
const longestSeconds = 20;
const shortestSeconds = 8;
const frameLength = speechSampleRate / 50;

const energyOf = (samples: Float32Array, start: number, length: number): number => {
  let sum = 0;
  for (let index = start; index < start + length && index < samples.length; index += 1)
    sum += samples[index]! ** 2;
  return sum;
};

/** The quietest fifth of a second between the shortest and the longest length of a piece. */
const findPause = (samples: Float32Array, start: number): number => {
  const windowLength = frameLength * 10;
  let best = start + longestSeconds * speechSampleRate;
  const latest = best - windowLength;
  let bestEnergy = Number.POSITIVE_INFINITY;
  for (let at = start + shortestSeconds * speechSampleRate; at < latest; at += frameLength) {
    const energy = energyOf(samples, at, windowLength);
    if (energy > bestEnergy) continue;
    bestEnergy = energy;
    best = at + windowLength / 2;
  }
  return best;
};

/** A recording in pieces that end in pauses. */
export function* splitAtPauses(samples: Float32Array): Generator<Float32Array> {
  let start = 0;
  while (samples.length - start > longestSeconds * speechSampleRate) {
    const end = findPause(samples, start);
    yield samples.subarray(start, end);
    start = end;
  }
  if (start < samples.length) yield samples.subarray(start);
}

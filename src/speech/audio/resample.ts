import type { Sound } from './sound.ts';

/** Zero crossings of the filter on each side. More would be sharper than speech needs. */
const crossings = 12;

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const hann = (x: number): number => 0.5 + 0.5 * Math.cos(Math.PI * x);

/** Resamples. Frequencies above the new limit are filtered out to avoid aliasing. */
export const resample = ({ samples, sampleRate }: Sound, targetRate: number): Float32Array => {
  if (sampleRate === targetRate) return samples;
  const step = sampleRate / targetRate;
  const cutoff = Math.min(1, 1 / step);
  const reach = crossings / cutoff;
  const output = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < output.length; index += 1) {
    const centre = index * step;
    const first = Math.max(0, Math.ceil(centre - reach));
    const last = Math.min(samples.length - 1, Math.floor(centre + reach));
    let sum = 0;
    for (let source = first; source <= last; source += 1) {
      const distance = source - centre;
      sum += samples[source]! * sinc(distance * cutoff) * hann(distance / reach);
    }
    output[index] = sum * cutoff;
  }
  return output;
};

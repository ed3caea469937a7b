import type { AudioFormat } from '../port.ts';
import { audioSeconds } from './audio-seconds.ts';

/** Length of a recording for players. Undefined if it cannot be measured, for example because the file is damaged. */
export const measureSeconds = (bytes: Uint8Array, format: AudioFormat): number | undefined => {
  try {
    const seconds = audioSeconds(bytes, format);
    return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  } catch {
    return undefined;
  }
};

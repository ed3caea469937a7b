/** One channel of sound, samples from -1 to 1. */
export interface Sound {
  samples: Float32Array;
  sampleRate: number;
}

/** What the speech engines work in. */
export const speechSampleRate = 16_000;

/** Longer recordings are refused: at 5 MB and the rate of speech this is never reached by honest files. */
export const maxSoundSeconds = 30 * 60;

/**
 * For whoever listens. What is heard is paid by its length, and a header can claim days in a small file; the
 * largest file an agent can allow (100 MB) holds this much honest speech.
 */
export const maxHeardSeconds = 4 * 60 * 60;

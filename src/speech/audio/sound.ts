/** One channel of sound, samples from -1 to 1. */
export interface Sound {
  samples: Float32Array;
  sampleRate: number;
}

/** Sample rate of the speech engines. */
export const speechSampleRate = 16_000;

/** Longer recordings are refused. Normal files of 5 MB never reach this. */
export const maxSoundSeconds = 30 * 60;

/**
 * Limit for transcription, which is charged by length: a header can claim days in a small file. The
 * largest file that an agent can allow (100 MB) contains this much real speech.
 */
export const maxRecordingSeconds = 4 * 60 * 60;

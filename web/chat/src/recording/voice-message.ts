export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' && Boolean(navigator.mediaDevices?.getUserMedia);

/** File name of a recording. The UI shows "voice message" instead. */
export const voiceFileName = 'voice-message.wav';

/** Sample rate of speech recognition. A higher rate would only make files larger. */
export const sampleRate = 16_000;

/** Length of a recording of this page, by the size of its file: a header, then 16-bit samples. */
export const voiceSeconds = (bytes: number): number => Math.max(0, bytes - 44) / (sampleRate * 2);

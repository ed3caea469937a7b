export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' && Boolean(navigator.mediaDevices?.getUserMedia);

/** File name of a recording. The UI shows "voice message" instead. */
export const voiceFileName = 'voice-message.wav';

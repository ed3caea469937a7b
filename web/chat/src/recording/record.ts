import { encodeWav } from './encode-wav.ts';
import { sampleRate, voiceFileName } from './voice-message.ts';

const bytesPerSecond = sampleRate * 2;

export interface Recorder {
  /** The recording as a WAV file; undefined if nothing was recorded. */
  finish(): Promise<File | undefined>;
  cancel(): void;
}

/** Limit of the service for a recording that it turns into text. */
export const mostMinutes = 5;

/** Longest recording that stays within the limits of the service. */
export const longestSeconds = (maxMegabytes: number): number =>
  Math.min(mostMinutes * 60, Math.floor((maxMegabytes * 1024 * 1024 - 44) / bytesPerSecond));

const toWav = async (recorded: Blob): Promise<Blob> => {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  // Decoding resamples to the rate of the context.
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  const mixed = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++)
    for (const [index, sample] of sound.getChannelData(channel).entries())
      mixed[index]! += sample / sound.numberOfChannels;
  return encodeWav(mixed, sampleRate);
};

/** Records from the microphone. The browser asks the user for permission. */
export const record = async (): Promise<Recorder> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start();
  const stop = async (): Promise<void> => {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    finish: async () => {
      await stop();
      const recorded = new Blob(pieces, { type: recorder.mimeType });
      return recorded.size === 0
        ? undefined
        : new File([await toWav(recorded)], voiceFileName, { type: 'audio/wav' });
    },
    cancel: () => void stop(),
  };
};

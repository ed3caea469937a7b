export { measureSeconds } from './audio/measure-seconds.ts';
export { audioTokens } from './audio-tokens.ts';
export {
  type AdmitSeconds,
  createSpeech,
  type Speech,
  type Transcription,
} from './create-speech.ts';
export type { AudioFormat } from './port.ts';
export { createReadRecordings } from './read-recordings.ts';
export { splitSentences } from './split-sentences.ts';

export { audioTokens } from './audio-tokens.ts';
export { type AdmitSeconds, createSpeech, type Heard, type Speech, type Spoken } from './create-speech.ts';
export type { AudioFormat, Recording } from './port.ts';
export type { SpeechServer } from './remote/speech-server.ts';
export { splitSentences } from './split-sentences.ts';

import { languageClass } from '../lib/language-class.ts';
import { RecognitionError } from '../recognition/index.ts';
import { createEngine, type EngineOptions } from './engine-process.ts';
import { plainText } from './plain-text.ts';
import type { Listener, Voice } from './port.ts';
import { toSpeakableText } from './speakable-text.ts';
import type { EngineAnswer } from './worker/messages.ts';

const refuse = (answer: EngineAnswer): never => {
  if (answer.type === 'failed') throw new RecognitionError(answer.reason, answer.message);
  throw new Error(`A speech engine failed: ${answer.type === 'broken' ? answer.message : answer.type}`);
};

/** Speech without a server: English, offline. A process each way, so that a long recording keeps no reply waiting. */
export const createEmbeddedSpeech = (options: EngineOptions) => {
  const ears = createEngine(options);
  const mouth = createEngine(options);
  const listener: Listener = {
    name: 'moonshine-tiny',
    transcribe: async (recording, signal) => {
      const answer = await ears.run({ type: 'transcribe', ...recording }, signal);
      return answer.type === 'transcribed' ? answer.text : refuse(answer);
    },
  };
  const voice: Voice = {
    name: 'flite',
    speaks: (text) => languageClass(plainText(text)) === 'english',
    speak: async (text, signal) => {
      const speakable = toSpeakableText(text);
      if (speakable === '') return new Uint8Array(0);
      const answer = await mouth.run({ type: 'speak', text: speakable }, signal);
      return answer.type === 'spoken' ? answer.bytes : refuse(answer);
    },
  };
  return {
    listener,
    voice,
    close: async (): Promise<void> => {
      await Promise.all([ears.close(), mouth.close()]);
    },
  };
};

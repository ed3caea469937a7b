import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { plainText } from '../plain-text.ts';
import type { Voice } from '../port.ts';
import { callSpeechServer, type SpeechServer } from './speech-server.ts';

const defaultVoiceName = 'alloy';

/** `POST /audio/speech`, which returns MP3. */
export const createRemoteVoice = (options: {
  fetch: SafeFetch;
  server: SpeechServer;
  modelName: string;
  timeoutMs: number;
}): Voice => ({
  name: options.modelName,
  speak: async (text, signal) => {
    const input = plainText(text);
    if (!/[\p{L}\p{N}]/u.test(input)) return new Uint8Array(0);
    const response = await callSpeechServer(options, '/audio/speech', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: options.modelName,
        voice: options.server.voiceName ?? defaultVoiceName,
        input,
        response_format: 'mp3',
      }),
      ...(signal ? { signal } : {}),
    });
    return response.bytes();
  },
});

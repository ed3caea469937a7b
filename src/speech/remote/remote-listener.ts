import { randomUUID } from 'node:crypto';
import { mediaTypeOf } from '../../lib/file-formats/index.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import type { Listener } from '../port.ts';
import { callSpeechServer, type SpeechServer } from './speech-server.ts';

const field = (boundary: string, name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** `POST /audio/transcriptions` with the recording as a form. */
export const createRemoteListener = (options: {
  fetch: SafeFetch;
  server: SpeechServer;
  modelName: string;
  timeoutMs: number;
}): Listener => ({
  name: options.modelName,
  ...(options.server.transcriptionLanguages?.length
    ? { languages: options.server.transcriptionLanguages }
    : {}),
  transcribe: async ({ bytes, format }, { signal }) => {
    const boundary = `frontdesk-${randomUUID()}`;
    const head =
      field(boundary, 'model', options.modelName) +
      field(boundary, 'response_format', 'json') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="recording.${format}"\r\n` +
      `Content-Type: ${mediaTypeOf(format)}\r\n\r\n`;
    const response = await callSpeechServer(options, '/audio/transcriptions', {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      ...(signal ? { signal } : {}),
    });
    const answer = (await response.json()) as { text?: unknown } | null;
    if (typeof answer?.text !== 'string') throw new Error('The speech server answered without a text');
    const text = answer.text.replaceAll('\0', '').toWellFormed().trim();
    return text === '' ? [] : [{ startSeconds: 0, text }];
  },
});

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { makeWav } from '../../../test/support/speech/make-wav.ts';
import { createSafeFetch } from '../../lib/safe-fetch/index.ts';
import { RecognitionError } from '../../recognition/index.ts';
import { createSpeech } from '../create-speech.ts';

interface Call {
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A speech server controlled by the test, and its client. */
const open = async (
  context: TestContext,
  answer: (response: ServerResponse) => void,
  transcriptionLanguages: string[] = [],
) => {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    calls.push({ path: request.url, headers: request.headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fetch = createSafeFetch({ allow: [] });
  const { port } = server.address() as AddressInfo;
  const speech = createSpeech({
    fetch,
    server: {
      baseUrl: `http://127.0.0.1:${port}/v1/`,
      apiKey: 'secret',
      transcriptionName: 'ear-1',
      transcriptionLanguages,
      synthesisName: 'mouth-1',
      voiceName: 'nova',
    },
    timeoutMs: 5_000,
  });
  context.after(async () => {
    await speech.close();
    await fetch.close();
    server.closeAllConnections();
    server.close();
  });
  return { speech, calls };
};

const recording = { bytes: makeWav(new Float32Array(16_000)), format: 'wav' } as const;

test('a recording is sent to the server as a form, and its text is returned', async (context) => {
  const { speech, calls } = await open(context, (response) => response.end('{"text":" Hello there.\\n"}'));
  assert.deepEqual(await speech.transcribe(recording), { text: 'Hello there.', seconds: 1 });
  const [call] = calls;
  assert.equal(call?.path, '/v1/audio/transcriptions');
  assert.equal(call.headers.authorization, 'Bearer secret');
  const form = await new Response(Uint8Array.from(call.body), {
    headers: { 'content-type': call.headers['content-type'] ?? '' },
  }).formData();
  assert.equal(form.get('model'), 'ear-1');
  const file = form.get('file') as File;
  assert.equal(file.name, 'recording.wav');
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), recording.bytes);
});

test('a recording whose header claims days is refused before it is sent or charged', async (context) => {
  const { speech, calls } = await open(context, (response) => response.end('{"text":"Hello"}'));
  const bytes = makeWav(new Float32Array(16_000), { sampleRate: 1 });
  await assert.rejects(
    speech.transcribe({ bytes, format: 'wav' }),
    (error) => error instanceof RecognitionError && error.reason === 'too-large',
  );
  assert.deepEqual(calls, []);
});

test('a server supports all languages unless the settings name them', async (context) => {
  const every = await open(context, (response) => response.end());
  assert.equal(every.speech.understands(['sw']), true);
  const some = await open(context, (response) => response.end(), ['pt-BR', 'de']);
  assert.deepEqual([['pt-BR'], ['de-AT'], ['pt-PT'], ['en']].map(some.speech.understands), [
    true,
    true,
    false,
    false,
  ]);
});

test('a text is sent to the server without Markdown, and the sound is returned', async (context) => {
  const mp3 = Buffer.alloc(144);
  mp3.set([0xff, 0xf3, 0x48, 0xc4]);
  const { speech, calls } = await open(context, (response) => response.end(mp3));
  const { bytes, seconds } = await speech.speak('## 你好, **world**!');
  assert.deepEqual(Buffer.from(bytes), mp3);
  assert.equal(seconds, 0.036);
  assert.equal(calls[0]?.path, '/v1/audio/speech');
  assert.deepEqual(JSON.parse(String(calls[0]?.body)), {
    model: 'mouth-1',
    voice: 'nova',
    input: '你好, world !',
    response_format: 'mp3',
  });
});

test('a text without words is not sent', async (context) => {
  const { speech, calls } = await open(context, (response) => response.end());
  assert.equal((await speech.speak('🎉')).seconds, 0);
  assert.deepEqual(calls, []);
});

test('an error of the server is reported without its text', async (context) => {
  const { speech } = await open(context, (response) => {
    response.statusCode = 500;
    response.end('secret stack trace');
  });
  await assert.rejects(speech.transcribe(recording), /^Error: The speech server answered 500/);
  await assert.rejects(speech.speak('Hello'), /^Error: The speech server answered 500/);
});

test('an answer without a text is a failure', async (context) => {
  for (const body of ['{}', '{"text":5}', 'null', 'no json']) {
    const { speech } = await open(context, (response) => response.end(body));
    await assert.rejects(speech.transcribe(recording));
  }
});

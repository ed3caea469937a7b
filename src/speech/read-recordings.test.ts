import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWav } from '../../test/support/speech/make-wav.ts';
import { type Recognition, RecognitionError } from '../recognition/index.ts';
import type { SpokenPassage } from './port.ts';
import { createReadRecordings } from './read-recordings.ts';

const recording = { source: { bytes: makeWav([0.1, 0.2]) }, name: 'talk.wav' };

const read = (transcribeDocument: () => Promise<SpokenPassage[]>, options = {}) =>
  createReadRecordings({
    recognition: { recognise: async () => ({ markdown: 'read' }) } as unknown as Recognition,
    speech: { transcribeDocument },
  }).recognise(recording, options);

test('a recording becomes passages with their times', async () => {
  const passages = [
    { startSeconds: 0, text: 'Welcome.' },
    { startSeconds: 3_725.4, text: 'Goodbye.' },
  ];
  const { markdown, format } = await read(async () => passages);
  assert.deepEqual(
    { markdown, format },
    { markdown: '[00:00:00] Welcome.\n\n[01:02:05] Goodbye.', format: 'wav' },
  );
  assert.equal((await read(async () => passages.slice(0, 1))).markdown, 'Welcome.');
});

test('other files are left to recognition', async () => {
  const { recognise } = createReadRecordings({
    recognition: { recognise: async () => ({ markdown: 'read' }) } as unknown as Recognition,
    speech: { transcribeDocument: () => Promise.reject(new Error('not called')) },
  });
  assert.equal(
    (await recognise({ source: { bytes: Buffer.from('words') }, name: 'a.mp3' })).markdown,
    'read',
  );
});

test('silence, refused recordings and a missing speech service have a reason', async () => {
  const cases: [() => Promise<SpokenPassage[]>, string, RegExp][] = [
    [async () => [], 'no-text', /No speech was found/],
    [() => Promise.reject(new RecognitionError('language')), 'language', /English/],
    [
      () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')),
      'unsupported',
      /^Speech recognition is not available/,
    ],
  ];
  for (const [transcribe, reason, message] of cases)
    await assert.rejects(
      read(transcribe),
      (error) => error instanceof RecognitionError && error.reason === reason && message.test(error.message),
    );
  const controller = new AbortController();
  controller.abort(new Error('stopped'));
  await assert.rejects(
    read(() => Promise.reject(new Error('aborted')), { signal: controller.signal }),
    /stopped/,
  );
});

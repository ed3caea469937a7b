import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createOggEncoder } from 'wasm-media-encoders';
import { makeFlac } from '../../test/support/speech/make-flac.ts';
import { makeM4a } from '../../test/support/speech/make-m4a.ts';
import { makeMusic } from '../../test/support/speech/make-music.ts';
import { makeWav } from '../../test/support/speech/make-wav.ts';
import { wordErrorRate } from '../../test/support/speech/word-error-rate.ts';
import { AppError } from '../lib/errors.ts';
import { RecognitionError } from '../recognition/index.ts';
import { decodeAudio } from './audio/decode-audio.ts';
import { createSpeech } from './create-speech.ts';
import type { AudioFormat } from './port.ts';

const fetch = Object.assign(
  () => {
    throw new Error('The embedded engines must not use the network');
  },
  { close: async () => {}, resolve: async () => '' },
);
// The decoder removes the global fetch that loads this encoder.
const oggEncoder = await createOggEncoder();
const speech = createSpeech({ fetch });
after(() => speech.close());

const recordings = new URL('../../test/fixtures/recordings/', import.meta.url);

test('a real recording of speech is transcribed', async () => {
  const bytes = readFileSync(new URL('inaugural-address.mp3', recordings));
  const { text, seconds } = await speech.transcribe({ bytes, format: 'mp3' });
  const said =
    'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';
  assert.ok(wordErrorRate(said, text) <= 0.1, text);
  assert.ok(Math.abs(seconds - 11) < 0.3, `${seconds} s`);
});

test('music without words gives an empty text', async () => {
  const bytes = makeWav(makeMusic(6));
  assert.equal((await speech.transcribe({ bytes, format: 'wav' })).text, '');
});

test('silence, a tone and an empty recording give an empty text', async () => {
  const tone = Array.from({ length: 32_000 }, (_sample, index) => Math.sin(index / 6) * 0.3);
  for (const samples of [new Float32Array(32_000), tone, []])
    assert.equal((await speech.transcribe({ bytes: makeWav(samples), format: 'wav' })).text, '');
});

test('AAC is transcribed, even with a truncated end', async () => {
  const bytes = readFileSync(new URL('order.aac', recordings));
  const said = 'Your order has been shipped and will arrive on Monday morning.';
  const { text } = await speech.transcribe({ bytes, format: 'aac' });
  assert.ok(wordErrorRate(`${said} Please call us if you need help.`, text) <= 0.15, text);
  const cut = await speech.transcribe({ bytes: bytes.subarray(0, 11_003), format: 'aac' });
  assert.ok(wordErrorRate(said, cut.text) <= 0.3, cut.text);
});

test('AAC in MP4, Vorbis in Ogg and FLAC are transcribed, with their lengths', async () => {
  const aac = readFileSync(new URL('order.aac', recordings));
  const samples = await decodeAudio(aac, 'aac');
  oggEncoder.configure({ channels: 1, sampleRate: 16_000, vbrQuality: 3 });
  // The encoder returns views of its own memory, which the next call overwrites.
  const start = oggEncoder.encode([samples]).slice();
  const files: [AudioFormat, Uint8Array][] = [
    ['m4a', makeM4a(aac)],
    ['ogg', Buffer.concat([start, oggEncoder.finalize()])],
    ['flac', makeFlac(samples)],
  ];
  for (const [format, bytes] of files) {
    const { text, seconds } = await speech.transcribe({ bytes, format });
    const said =
      'Your order has been shipped and will arrive on Monday morning. Please call us if you need help.';
    assert.ok(wordErrorRate(said, text) <= 0.15, `${format}: ${text}`);
    assert.ok(Math.abs(seconds - 5.2) < 0.1, `${format}: ${seconds} s`);
    for (const broken of [bytes.subarray(0, 60), Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(5_000)])])
      await assert.rejects(
        speech.transcribe({ bytes: broken, format }),
        (error) => error instanceof RecognitionError && error.reason === 'damaged',
        format,
      );
  }
});

test('a recording that is not in English is refused instead of given an invented text', async () => {
  const bytes = readFileSync(new URL('order.aac', recordings));
  // Backwards, it has the sounds of a voice and no words of any language.
  const backwards = (await decodeAudio(bytes, 'aac')).toReversed();
  await assert.rejects(
    speech.transcribe({ bytes: makeWav(backwards), format: 'wav' }),
    (error) => error instanceof RecognitionError && error.reason === 'language',
  );
  assert.deepEqual(
    [['en'], ['en-GB'], ['de', 'en'], [], ['de'], ['zh-Hant', 'ja'], ['x'.repeat(99)]].map(
      speech.understands,
    ),
    [true, true, true, true, false, false, false],
  );
});

test('synthesized speech is transcribed again', async () => {
  const sentences = [
    'Thank you for calling. Your order has been shipped and will arrive on Monday morning.',
    'You can return any item within thirty days if you keep the receipt.',
    'Our office is **open** from nine in the morning until five in the afternoon.',
  ];
  for (const sentence of sentences) {
    const { bytes, seconds } = await speech.speak(sentence);
    assert.ok(seconds > 2 && seconds < 10, `${seconds} s`);
    const { text } = await speech.transcribe({ bytes, format: 'mp3' });
    assert.ok(wordErrorRate(sentence, text) <= 0.2, text);
  }
});

test('a text without words gives no sound', async () => {
  for (const text of ['', '   ', '---', '🎉', '***', '你好', 'https://example.com/x'])
    assert.deepEqual(await speech.speak(text), { bytes: new Uint8Array(0), seconds: 0 });
});

test('a text is never interpreted as an option or a file', async () => {
  for (const text of ['-o /etc/passwd', '/etc/passwd', '-lv'])
    assert.ok((await speech.speak(text)).seconds > 0.3, text);
});

test('broken recordings are refused as damaged, and the engine continues', async () => {
  const broken: [AudioFormat, Uint8Array][] = [
    ['mp3', Buffer.from('ID3 this is no sound at all')],
    ['mp3', Buffer.alloc(20_000, 0xff)],
    ['wav', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['wav', makeWav([0.1, 0.2], { sampleRate: 0 })],
    ['wav', makeWav([0.1, 0.2], { channels: 0 })],
    ['aac', Buffer.from([0xff, 0xf1, 0x50, 0x40])],
    ['aac', Buffer.alloc(5_000, 0xf1)],
  ];
  for (const [format, bytes] of broken)
    await assert.rejects(
      speech.transcribe({ bytes, format }),
      (error) => error instanceof RecognitionError && error.reason === 'damaged',
      format,
    );
  assert.equal((await speech.transcribe({ bytes: makeWav(new Float32Array(8000)), format: 'wav' })).text, '');
});

test('a recording of many hours in a small file is refused', async () => {
  // 4 MB that last five and a half hours at a hundred samples a second.
  const bytes = makeWav(new Float32Array(2_000_000), { sampleRate: 100 });
  await assert.rejects(
    speech.transcribe({ bytes, format: 'wav' }),
    (error) => error instanceof RecognitionError && error.reason === 'too-large',
  );
});

test('an aborted task ends at once, and the next one runs', async () => {
  const controller = new AbortController();
  const reason = new Error('called off');
  const long = speech.transcribe(
    { bytes: makeWav(Float32Array.from({ length: 960_000 }, Math.random)), format: 'wav' },
    controller.signal,
  );
  setTimeout(() => controller.abort(reason), 50);
  await assert.rejects(long, reason);
  assert.ok((await speech.speak('Hello again')).seconds > 0.3);
  assert.equal((await speech.transcribe({ bytes: makeWav(new Float32Array(8000)), format: 'wav' })).text, '');
});

test('an aborted waiting task ends at once', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const recording = { bytes: makeWav(new Float32Array(480_000)), format: 'wav' } as const;
  let firstIsOver = false;
  const before = speech.transcribe(recording, first.signal).finally(() => {
    firstIsOver = true;
  });
  before.catch(() => {});
  const waiting = speech.transcribe(recording, second.signal);
  const reason = new Error('called off');
  second.abort(reason);
  await assert.rejects(waiting, reason);
  assert.equal(firstIsOver, false);
  first.abort(reason);
  await assert.rejects(before, reason);
});

test('a text that takes too long to speak is refused, sentence by sentence', async () => {
  const brief = createSpeech({ fetch, maxSpeechSeconds: 2 });
  await assert.rejects(
    brief.speak('This is one sentence of it. This is another sentence of it. This is the third one.'),
    (error) => error instanceof AppError && /at most 2 seconds/.test(error.message),
  );
  assert.ok((await brief.speak('Good day.')).seconds > 0.3);
  await brief.close();
});

test('an engine that exceeds its memory limit is ended, and the service continues', async () => {
  const small = createSpeech({ fetch, memoryLimitMb: 90 });
  await assert.rejects(
    small.transcribe({ bytes: makeWav(new Float32Array(160_000)), format: 'wav' }),
    (error) => error instanceof RecognitionError && error.reason === 'memory',
  );
  await small.close();
});

test('a task that exceeds its time limit is ended', async () => {
  const hasty = createSpeech({ fetch, timeoutMs: 1 });
  await assert.rejects(
    hasty.speak('Hello'),
    (error) => error instanceof RecognitionError && error.reason === 'timeout',
  );
  await hasty.close();
});

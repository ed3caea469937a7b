import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeCrossEncoder } from '../../../test/support/knowledge/make-cross-encoder.ts';
import { AppError } from '../../lib/errors.ts';
import { createLocalReranker } from './local-reranker.ts';

const settingName = 'FRONTDESK_RERANK_BGE_FOLDER';
const home = await mkdtemp(join(tmpdir(), 'frontdesk-rerank-'));
after(() => rm(home, { recursive: true, force: true }));
const { signal } = new AbortController();

const open = (folder: string, options: Partial<Parameters<typeof createLocalReranker>[0]> = {}) => {
  const reranker = createLocalReranker({ folder, settingName, ...options });
  after(() => reranker.close());
  return reranker;
};

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

const isRefused = (reason: RegExp) => (error: unknown) =>
  error instanceof AppError &&
  error.kind === 'invalidParameter' &&
  error.message.startsWith(`${settingName}: `) &&
  reason.test(error.message) &&
  !error.message.includes(home);

test('a model folder scores each passage in [0, 1], in order, for any number of passages', async () => {
  const folder = join(home, 'whole');
  await makeCrossEncoder(folder, { refund: 2, money: 1, weather: -3 });
  const { rerank } = open(folder);
  const texts = ['weather', 'refund money', 'unknown words', 'Refund'];
  const scores = await rerank({ query: 'refund money weather', texts, signal });
  assert.deepEqual(
    scores.map((score) => score.toFixed(5)),
    [-3, 3, 0, 2].map((logit) => sigmoid(logit).toFixed(5)),
  );
  const many = Array.from({ length: 19 }, (_, at) => (at % 2 === 0 ? 'refund' : 'weather'));
  assert.deepEqual(
    (await rerank({ query: 'q', texts: many, signal })).map((score) => score > 0.5),
    many.map((text) => text === 'refund'),
  );
  assert.deepEqual(await rerank({ query: 'q', texts: [], signal }), []);
});

test('texts longer than the context are cut, and the question leaves room for the passage', async () => {
  const folder = join(home, 'long');
  await makeCrossEncoder(folder, { refund: 0.5, x: 0 });
  const { rerank } = open(folder);
  const [front, back, both] = await rerank({
    query: 'x '.repeat(5000),
    texts: [`refund ${'x '.repeat(5000)}`, `${'x '.repeat(5000)} refund`, '\ud800 refund'],
    signal,
  });
  assert.deepEqual([front! > 0.6, back, both! > 0.6], [true, 0.5, true]);
});

test('the other files of an export are ignored, and a model may have no token types', async () => {
  const folder = join(home, 'exported');
  await makeCrossEncoder(folder, { refund: 2, weather: -3 }, 'without token types');
  for (const name of ['config.json', 'tokenizer_config.json', 'special_tokens_map.json', 'ort_config.json'])
    await writeFile(join(folder, name), '{}');
  const { rerank } = open(folder);
  const [good, bad] = await rerank({ query: 'question', texts: ['refund', 'weather'], signal });
  assert.deepEqual([good?.toFixed(5), bad?.toFixed(5)], [sigmoid(2).toFixed(5), sigmoid(-3).toFixed(5)]);
});

test('a missing or broken folder is an error that names the setting, and works once corrected', async () => {
  const folder = join(home, 'mended');
  const { rerank } = open(folder);
  const call = () => rerank({ query: 'q', texts: ['refund'], signal });
  await assert.rejects(call(), isRefused(/no readable (model\.onnx|tokenizer\.json)/));
  await makeCrossEncoder(folder, { refund: 2 });
  await writeFile(join(folder, 'model.onnx'), Buffer.from('not a model at all'));
  await assert.rejects(call(), isRefused(/model\.onnx cannot be loaded/));
  await makeCrossEncoder(folder, { refund: 2 });
  await writeFile(join(folder, 'tokenizer.json'), '{"model": 3}');
  await assert.rejects(call(), isRefused(/tokenizer\.json is not a supported tokenizer/));
  await makeCrossEncoder(folder, { refund: 2 }, 'per token');
  await assert.rejects(call(), isRefused(/not a cross-encoder/));
  await makeCrossEncoder(folder, { refund: 2 });
  assert.ok((await call())[0]! > 0.5);
});

test('a call that times out fails alone, and the next one starts a new thread', async () => {
  let threads = 0;
  const startThread = () => {
    threads += 1;
    const hangs = threads === 1;
    return {
      call: (async (name: string, input: { texts?: string[] }) => {
        if (name === 'score' && hangs) await new Promise(() => {});
        return name === 'score' ? input.texts!.map(() => 0.5) : undefined;
      }) as never,
      close: async () => {},
    };
  };
  const { rerank } = open('anywhere', { startThread, timeoutMs: 20 });
  const [slow, next] = await Promise.allSettled([
    rerank({ query: 'q', texts: ['a'], signal }),
    rerank({ query: 'q', texts: ['a', 'b'], signal }),
  ]);
  assert.match(String((slow as PromiseRejectedResult).reason), /took longer than 20 ms/);
  assert.deepEqual((next as PromiseFulfilledResult<number[]>).value, [0.5, 0.5]);
  assert.equal(threads, 2);
});

test('an aborted call rejects at once', async () => {
  const controller = new AbortController();
  const startThread = () => ({
    call: (() => new Promise(() => {})) as never,
    close: async () => {},
  });
  const { rerank } = open('anywhere', { startThread });
  const result = rerank({ query: 'q', texts: ['a'], signal: controller.signal });
  setImmediate(() => controller.abort(new Error('called off')));
  await assert.rejects(result, /called off/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { miniLm } from './local-models.ts';
import { createThreadEmbedder } from './thread-embedder.ts';

const never = new AbortController().signal;

/** A thread whose calls the test answers, in order. */
const fakeThreads = () => {
  const calls: { text: string; answer(vector: Float32Array): void; fail(error: Error): void }[] = [];
  const counts = { started: 0, closed: 0 };
  const startThread = () => {
    counts.started++;
    return {
      call: (_name: 'embed', { text }: { text: string }) =>
        new Promise<Float32Array>((resolve, reject) => calls.push({ text, answer: resolve, fail: reject })),
      close: async () => {
        counts.closed++;
      },
    };
  };
  const settle = async (at: number, outcome: Float32Array | Error): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (outcome instanceof Error) calls[at]!.fail(outcome);
    else calls[at]!.answer(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { startThread: startThread as never, calls, counts, settle };
};

const vector = (value: number): Float32Array => Float32Array.of(value);

test('a query goes before waiting passages, and each caller gets its own vectors in order', async () => {
  const { startThread, calls, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread });
  const passages = embedder.embed(['a', 'b'], 'passage', never);
  const query = embedder.embed(['q'], 'query', never);
  await settle(0, vector(1));
  await settle(1, vector(2));
  await settle(2, vector(3));
  assert.deepEqual(
    calls.map(({ text }) => text),
    ['a', 'q', 'b'],
  );
  assert.deepEqual(await passages, [vector(1), vector(3)]);
  assert.deepEqual(await query, [vector(2)]);
});

test('many passages of one workspace delay another workspace by only one passage', async () => {
  const { startThread, calls, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread });
  const owner = (workspaceId: string) => ({ workspaceId, userId: '' });
  const many = embedder.embed(['a1', 'a2', 'a3', 'a4'], 'passage', never, owner('a'));
  const one = embedder.embed(['b1'], 'passage', never, owner('b'));
  for (let at = 0; at < 5; at += 1) await settle(at, vector(at));
  await Promise.all([many, one]);
  assert.deepEqual(
    calls.map(({ text }) => text),
    ['a1', 'a2', 'b1', 'a3', 'a4'],
  );
});

test('passages use all threads, and a query takes the first that is free', async () => {
  const { startThread, calls, counts, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread, threads: 2 });
  const passages = embedder.embed(['a', 'b', 'c'], 'passage', never);
  await new Promise((resolve) => setImmediate(resolve));
  const query = embedder.embed(['q'], 'query', never);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([calls.map(({ text }) => text), counts.started], [['a', 'b'], 2]);
  await settle(1, vector(2));
  assert.deepEqual(
    calls.map(({ text }) => text),
    ['a', 'b', 'q'],
  );
  for (const at of [0, 2, 3]) await settle(at, vector(at + 1));
  assert.deepEqual(
    calls.map(({ text }) => text),
    ['a', 'b', 'q', 'c'],
  );
  assert.deepEqual([await passages, await query], [[vector(1), vector(2), vector(4)], [vector(3)]]);
  assert.equal(counts.started, 2);
});

test('queries alone start one thread', async () => {
  const { startThread, calls, counts, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread, threads: 3 });
  const queries = embedder.embed(['a', 'b'], 'query', never);
  await settle(0, vector(1));
  await settle(1, vector(2));
  await queries;
  assert.deepEqual([calls.length, counts.started], [2, 1]);
});

test('no thread is started before the first text', () => {
  const { startThread, counts } = fakeThreads();
  createThreadEmbedder({ model: miniLm(), startThread });
  assert.equal(counts.started, 0);
});

test('a failure of one text does not affect others', async () => {
  const { startThread, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread });
  const bad = embedder.embed(['bad'], 'passage', never);
  const good = embedder.embed(['good'], 'passage', never);
  const rejected = assert.rejects(bad, /broken/);
  await settle(0, new Error('broken'));
  await rejected;
  await settle(1, vector(1));
  assert.deepEqual(await good, [vector(1)]);
});

test('an abort rejects at once, and waiting texts are not embedded', async () => {
  const { startThread, calls, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread });
  const abort = new AbortController();
  const given = embedder.embed(['a', 'b'], 'passage', abort.signal);
  const other = embedder.embed(['c'], 'passage', never);
  abort.abort(new Error('gone'));
  await assert.rejects(given, /gone/);
  await settle(0, vector(1));
  await settle(1, vector(2));
  assert.deepEqual(
    calls.map(({ text }) => text),
    ['a', 'c'],
  );
  assert.deepEqual(await other, [vector(2)]);
});

test('the thread ends when idle and starts again with the next text', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { startThread, counts, settle } = fakeThreads();
  const { embedder } = createThreadEmbedder({ model: miniLm(), startThread, idleMs: 1000 });
  const first = embedder.embed(['a'], 'query', never);
  await settle(0, vector(1));
  await first;
  context.mock.timers.tick(1000);
  assert.deepEqual(counts, { started: 1, closed: 1 });
  const second = embedder.embed(['b'], 'query', never);
  await settle(1, vector(2));
  await second;
  assert.equal(counts.started, 2);
});

test('after closing, texts are rejected', async () => {
  const { startThread } = fakeThreads();
  const { embedder, close } = createThreadEmbedder({ model: miniLm(), startThread });
  await close();
  await assert.rejects(embedder.embed(['a'], 'query', never), /stopping/);
});

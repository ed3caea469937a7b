import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestClock } from '../../../test/support/time/test-clock.ts';
import { EgressError } from '../../lib/safe-fetch/index.ts';
import { ModelError } from '../../models/index.ts';
import type { EmbeddingFetch } from './embedding-wire.ts';
import { createRemoteEmbedder, type RemoteEmbedderOptions } from './remote-embedder.ts';

const clock = createTestClock();
const never = new AbortController().signal;

interface Request {
  url: string;
  headers: Record<string, string>;
  body: { model: string; input: string[]; dimensions?: number };
}
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | Error;

/** The vector of a text is its length and 1, so that a test can identify it. */
const vectorsFor = (input: string[]) => ({
  data: input.map((text, index) => ({ index, embedding: [text.length, 1] })).reverse(),
});

const createServer = (answers: Answer[] = []) => {
  const requests: Request[] = [];
  const waits: number[] = [];
  const fetch: EmbeddingFetch = async (url, { headers, body }) => {
    const request = { url, headers: headers ?? {}, body: JSON.parse(String(body)) as Request['body'] };
    requests.push(request);
    const answer = answers.shift() ?? {};
    if (answer instanceof Error) throw answer;
    const text =
      typeof answer.body === 'string'
        ? answer.body
        : JSON.stringify(answer.body ?? vectorsFor(request.body.input));
    return { status: answer.status ?? 200, headers: answer.headers ?? {}, text: async () => text };
  };
  const create = (options: Partial<RemoteEmbedderOptions> = {}) =>
    createRemoteEmbedder({
      baseUrl: 'http://embeddings.test',
      name: 'model-x',
      fetch,
      clock,
      sleep: async (forMs) => void waits.push(forMs),
      ...options,
    });
  return { requests, waits, create };
};

const isFailure = (failure: string) => (error: unknown) =>
  error instanceof ModelError && error.failure === failure;

test('vectors have unit length and the order of the texts, even if the response has another order', async () => {
  const { create, requests } = createServer();
  const embedder = create({ apiKey: 'secret' });
  const vectors = await embedder.embed(['a', 'bbb'], 'passage', never);
  assert.ok(Math.abs(vectors[1]![0]! / vectors[1]![1]! - 3) < 1e-6);
  assert.ok(Math.abs(Math.hypot(...vectors[0]!) - 1) < 1e-6);
  assert.equal(requests[0]!.url, 'http://embeddings.test/v1/embeddings');
  assert.equal(requests[0]!.headers.authorization, 'Bearer secret');
  assert.equal(embedder.dimension, 2);
});

test('the path of the base URL is kept, and a complete endpoint URL is used unchanged', async () => {
  for (const baseUrl of ['http://h/api/v3/', 'http://h/api/v3/embeddings']) {
    const { create, requests } = createServer();
    await create({ baseUrl }).embed(['a'], 'query', never);
    assert.equal(requests[0]!.url, 'http://h/api/v3/embeddings');
  }
});

test('configured dimensions are requested and count as a separate model', async () => {
  const { create, requests } = createServer();
  const embedder = create({ dimensions: 2 });
  await embedder.embed(['a'], 'query', never);
  assert.equal(requests[0]!.body.dimensions, 2);
  assert.equal(embedder.modelId, 'model-x@2');
});

test('many texts are sent in several requests of limited size', async () => {
  const { create, requests } = createServer();
  const texts = Array.from({ length: 150 }, (_, index) => 'x'.repeat(index + 1));
  const vectors = await create().embed([...texts, 'y'.repeat(99_990), 'zz'], 'passage', never);
  assert.equal(vectors.length, 152);
  assert.ok(requests.every(({ body }) => body.input.length <= 64));
  assert.ok(requests.every(({ body }) => body.input.length === 1 || body.input.join('').length <= 100_000));
  assert.ok(Math.abs(vectors[149]![0]! / vectors[149]![1]! - 150) < 1e-2);
});

test('a busy, failing or unreachable server is retried after the delay that it sends', async () => {
  const { create, requests, waits } = createServer([
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 429, headers: { 'retry-after': new Date(clock.nowMs() + 9000).toUTCString() } },
    { status: 503 },
    new EgressError('unreachable', 'no connection'),
    {},
  ]);
  const vectors = await create().embed(['a'], 'passage', never);
  assert.equal(vectors.length, 1);
  assert.equal(requests.length, 5);
  assert.deepEqual(waits.slice(0, 2), [7000, 9000]);
  assert.ok(waits[2]! > 0 && waits[3]! > 0);
});

test('retries end after five attempts, or at once if the server asks for hours', async () => {
  const failing = createServer(Array.from({ length: 9 }, () => ({ status: 500 })));
  await assert.rejects(failing.create().embed(['a'], 'passage', never), isFailure('server-error'));
  assert.equal(failing.requests.length, 5);
  const closed = createServer([{ status: 429, headers: { 'retry-after': '86400' } }]);
  await assert.rejects(closed.create().embed(['a'], 'passage', never), isFailure('rate-limited'));
  assert.equal(closed.requests.length, 1);
});

test('a rejected request is not retried, and the error does not repeat the response', async () => {
  const { create, requests } = createServer([{ status: 401, body: { error: 'key sk-123 is wrong' } }]);
  await assert.rejects(create().embed(['a'], 'passage', never), (error) => {
    assert.ok(isFailure('rejected')(error));
    return !String(error).includes('sk-123');
  });
  assert.equal(requests.length, 1);
});

test('responses that break the protocol are rejected', async () => {
  for (const body of [
    'not json',
    null,
    {},
    { data: [] },
    { data: [{ index: 0, embedding: 'AAAA' }] },
    { data: [{ index: 0, embedding: [] }] },
    { data: [{ index: 5, embedding: [1] }] },
    { data: [{ index: 0, embedding: [1, 'x'] }] },
    { data: [null] },
  ]) {
    const { create } = createServer([{ body: body === null ? 'null' : body }]);
    await assert.rejects(create().embed(['a'], 'passage', never), isFailure('garbage'), JSON.stringify(body));
  }
  const twice = createServer([
    {
      body: {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
    },
  ]);
  await assert.rejects(twice.create().embed(['a', 'b'], 'passage', never), isFailure('garbage'));
  const mixed = createServer([
    {
      body: {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 2] },
        ],
      },
    },
  ]);
  await assert.rejects(mixed.create().embed(['a', 'b'], 'passage', never), isFailure('garbage'));
});

test('requests are spaced to stay within the limit per minute', async () => {
  const { create, waits } = createServer();
  const embedder = create({ requestsPerMinute: 1 });
  await Promise.all([1, 2, 3].map((each) => embedder.embed([String(each)], 'query', never)));
  assert.equal(waits.length, 2);
  assert.ok(waits[0]! > 50_000 && waits[1]! > 110_000);
});

test('at most four requests run at once', async () => {
  let running = 0;
  let most = 0;
  const fetch: EmbeddingFetch = async (_url, { body }) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    const { input } = JSON.parse(String(body)) as Request['body'];
    return { status: 200, headers: {}, text: async () => JSON.stringify(vectorsFor(input)) };
  };
  const { create } = createServer();
  const embedder = create({ fetch });
  const vectors = await Promise.all(Array.from({ length: 12 }, () => embedder.embed(['a'], 'query', never)));
  assert.equal(vectors.length, 12);
  assert.equal(most, 4);
});

test('an abort ends waiting with its reason', async () => {
  const abort = new AbortController();
  const { create } = createServer([{ status: 429 }]);
  const embedder = create({
    sleep: async (_forMs, signal) => {
      abort.abort(new Error('gone'));
      signal.throwIfAborted();
    },
  });
  await assert.rejects(embedder.embed(['a'], 'query', abort.signal), /gone/);
});

test('prefixes are added to texts by their kind, and an empty text is sent as a dash', async () => {
  const { create, requests } = createServer();
  const embedder = create({ prefixes: { query: 'query: ', passage: 'passage: ' } });
  await embedder.embed(['a', ''], 'query', never);
  await embedder.embed(['b'], 'passage', never);
  assert.deepEqual(
    requests.map(({ body }) => body.input),
    [['query: a', 'query: -'], ['passage: b']],
  );
});

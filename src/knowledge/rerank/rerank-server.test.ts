import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EgressError, type SafeFetch, type SafeFetchOptions } from '../../lib/safe-fetch/index.ts';
import { createRerankServer } from './rerank-server.ts';

interface Call {
  url: string;
  body: { query: string; documents?: string[]; texts?: string[]; model?: string };
  headers: Record<string, string>;
}

type Answer = { status: number; json?: unknown; headers?: Record<string, string> } | Error;

/** Answers each call with a response of the test and records the requests. */
const scripted = (answers: (call: Call) => Answer) => {
  const calls: Call[] = [];
  const fetch = (async (url: string, options: SafeFetchOptions) => {
    const call = { url, body: JSON.parse(options.body as string), headers: options.headers! };
    calls.push(call);
    assert.equal(options.trusted, true);
    const answer = answers(call);
    if (answer instanceof Error) throw answer;
    return {
      status: answer.status,
      headers: answer.headers ?? {},
      json: async () => answer.json,
      discard: async () => {},
    };
  }) as unknown as SafeFetch;
  return { fetch, calls };
};

const signal = new AbortController().signal;
const results = (scores: number[]) => ({
  status: 200,
  json: { results: scores.map((score, index) => ({ index, relevance_score: score })).reverse() },
});

test('many texts are sent in batches, and scores return in order', async () => {
  const { fetch, calls } = scripted(({ body }) => results(body.documents!.map((text) => Number(text) / 100)));
  const rerank = createRerankServer({ url: 'http://r.example/v1/', apiKey: 'k', model: 'm' }, fetch);
  const texts = Array.from({ length: 50 }, (_, at) => String(at));
  assert.deepEqual(
    await rerank({ query: 'q', texts, signal }),
    texts.map((text) => Number(text) / 100),
  );
  assert.deepEqual(
    calls.map(({ url, body }) => [url, body.documents!.length, body.model]),
    [
      ['http://r.example/v1/rerank', 32, 'm'],
      ['http://r.example/v1/rerank', 18, 'm'],
    ],
  );
  assert.equal(calls[0]!.headers.authorization, 'Bearer k');
});

test('a server that requires texts gets that format from then on', async () => {
  const { fetch, calls } = scripted(({ body }) =>
    body.texts
      ? { status: 200, json: body.texts.map((_, index) => ({ index, score: 0.5 })) }
      : { status: 422 },
  );
  const rerank = createRerankServer({ url: 'http://r.example/rerank' }, fetch);
  assert.deepEqual(await rerank({ query: 'q', texts: ['a', 'b'], signal }), [0.5, 0.5]);
  await rerank({ query: 'q', texts: ['a'], signal });
  assert.deepEqual(
    calls.map(({ body }) => body.texts !== undefined),
    [false, true, true],
  );
});

test('logits become scores in [0, 1] in the same order', async () => {
  const { fetch } = scripted(() => results([4, -3, 0]));
  const scores = await createRerankServer(
    { url: 'http://r.example' },
    fetch,
  )({
    query: 'q',
    texts: ['a', 'b', 'c'],
    signal,
  });
  assert.ok(scores[0]! > scores[2]! && scores[2]! > scores[1]!);
  assert.ok(scores.every((score) => score > 0 && score < 1));
  assert.equal(scores[2], 0.5);
});

test('transient failures are retried, others are not', async () => {
  const answers: Answer[] = [
    { status: 503 },
    new EgressError('unreachable', 'r.example is away'),
    results([1]),
  ];
  const passing = scripted(() => answers.shift()!);
  const rerank = createRerankServer({ url: 'http://r.example' }, passing.fetch);
  assert.deepEqual(await rerank({ query: 'q', texts: ['a'], signal }), [1]);
  const refusing = scripted(() => ({ status: 401 }));
  await assert.rejects(
    createRerankServer({ url: 'http://r.example' }, refusing.fetch)({ query: 'q', texts: ['a'], signal }),
    /answered 401/,
  );
  assert.equal(refusing.calls.length, 1);
});

test('answers without exactly one score per text are rejected', async () => {
  const wrong: unknown[] = [
    null,
    'scores',
    {},
    { results: [{ index: 0, relevance_score: 1 }] },
    { results: [0, 1] },
    {
      results: [
        { index: 0, relevance_score: 1 },
        { index: 2, relevance_score: 1 },
      ],
    },
    [
      { index: 0, score: 'high' },
      { index: 1, score: 1 },
    ],
    [
      { index: 0, score: 1 },
      { index: 0, score: 1 },
    ],
  ];
  for (const json of wrong) {
    const { fetch } = scripted(() => ({ status: 200, json }));
    await assert.rejects(
      createRerankServer({ url: 'http://r.example' }, fetch)({ query: 'q', texts: ['a', 'b'], signal }),
      /did not answer with scores/,
      JSON.stringify(json),
    );
  }
});

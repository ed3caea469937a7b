import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createEmbeddedEmbedders } from './embedded-embedders.ts';
import { miniLm } from './local-models.ts';
import { loadOnnxEmbedding } from './onnx-embedding.ts';

const never = new AbortController().signal;
const embedders = createEmbeddedEmbedders();
after(() => embedders.close());

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const embed = async (text: string): Promise<Float32Array> => {
  const [vector] = await embedders.for(text).embed([text], 'passage', never);
  return vector!;
};

test('the script of a text selects the model', () => {
  const [general, chinese] = embedders.all;
  assert.equal(embedders.for('How do I get a refund?'), general);
  assert.equal(embedders.for('¿Cómo puedo obtener un reembolso?'), general);
  assert.equal(embedders.for('如何申请退款？'), chinese);
});

test('a paraphrase is nearer than a passage that repeats the words, in English and Chinese', async () => {
  for (const [question, meant, decoy] of [
    [
      'How can I get my money back?',
      'Refunds are paid to the original card within a week.',
      'The museum shows how money was made in the back rooms of the old mint.',
    ],
    [
      '手机充不进去电怎么办',
      '如果电池无法充电，请更换数据线或检查接口。',
      '手机店在电影院旁边，怎么走都很近。',
    ],
  ] as const) {
    const [q, a, b] = await Promise.all([question, meant, decoy].map(embed));
    assert.ok(dot(q!, a!) > dot(q!, b!), question);
  }
});

test('vectors have unit length, the stated dimension, and do not depend on other texts', async () => {
  const embedder = embedders.for('hello');
  const [alone] = await embedder.embed(['hello world'], 'passage', never);
  const beside = await embedder.embed(['x '.repeat(300), 'hello world', 'z'], 'passage', never);
  assert.deepEqual(beside[1], alone);
  for (const vector of beside) {
    assert.equal(vector.length, embedder.dimension);
    assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-4);
  }
});

test('a text has the same vector in every thread', async () => {
  const [one, several] = [createEmbeddedEmbedders({ threads: 1 }), createEmbeddedEmbedders({ threads: 3 })];
  try {
    const texts = Array.from(
      { length: 9 },
      (_, at) => `Passage ${at} about ${'ferries and harbours '.repeat(at * 4)}`,
    );
    const of = (given: typeof one) => given.all[0]!.embed(texts, 'passage', never);
    assert.deepEqual(await of(several), await of(one));
  } finally {
    await Promise.all([one.close(), several.close()]);
  }
});

test('the end of a long text changes its vector', async () => {
  const filler = 'The committee met on Tuesday and talked about the budget. '.repeat(70);
  const question = await embed('penguins in Antarctica');
  const without = await embed(filler);
  const withEnd = await embed(filler + 'Penguins live in Antarctica. '.repeat(40));
  assert.ok(dot(question, withEnd) > dot(question, without) + 0.05);
});

test('hostile texts give vectors too', async () => {
  for (const text of ['', ' ', '\uD800', '\u0000', 'a'.repeat(200_000), '🙂'.repeat(3000)]) {
    const vector = await embed(text);
    assert.ok(vector.every(Number.isFinite), JSON.stringify(text.slice(0, 10)));
  }
});

test('an unexpected weight file is rejected', async () => {
  const model = miniLm();
  const wrong = { ...model, weights: { ...model.weights, sha256: '0'.repeat(64) } };
  await assert.rejects(loadOnnxEmbedding(wrong), /not the one expected/);
});

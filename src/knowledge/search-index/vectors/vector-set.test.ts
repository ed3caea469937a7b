import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCorpus, dimension } from '../../../../bench/retrieval/corpus.ts';
import { createAgentIndex } from '../agent-index.ts';
import { packTerms } from '../keywords/pack-terms.ts';
import { drawCurve, scoreAt } from '../score-curve.ts';
import { createVectorSet } from './vector-set.ts';

const curve = drawCurve((cosine) => Math.max(0, cosine));

/** Enough vectors that estimates are used. */
const count = 6000;
const corpus = createCorpus(count);
const vectors = Array.from({ length: count }, (_, number) => corpus.chunkAt(number).vector);

const cosinesOf = (query: Float32Array): number[] =>
  vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * query[at]!, 0));

test('the candidates that the estimates leave contain the true best of a large set', () => {
  const index = createAgentIndex();
  index.addDocument({
    id: 'd',
    groupId: 'g',
    uploadId: 'u',
    chunkCount: 0,
    models: ['m'],
    termsVersion: 1,
    contentVersion: 0,
    tags: [],
    attributes: {},
  });
  for (const [number, vector] of vectors.entries())
    index.addChunk({
      number,
      documentId: 'd',
      termCount: 1,
      terms: packTerms(['x']),
      vectors: [{ model: 'm', vector }],
    });
  for (let question = 0; question < 5; question += 1) {
    const query = corpus.questionAt(question).vector;
    const cosines = cosinesOf(query);
    const best = [...cosines.keys()].sort((a, b) => cosines[b]! - cosines[a]!).slice(0, 100);
    const asked = {
      text: '',
      vectors: [{ model: 'm', vector: query, curve, weight: 1 }],
      scope: {},
      limit: 200,
    };
    const found = new Set(index.search(asked).numbers);
    assert.deepEqual(
      best.filter((number) => !found.has(number)),
      [],
    );
  }
});

test('nearly every bound is above its score, and most bounds exclude a vector from the best', () => {
  const set = createVectorSet(dimension);
  for (const [slot, vector] of vectors.entries()) set.add(slot, vector);
  const query = corpus.questionAt(9).vector;
  const bounds = new Float64Array(count);
  set.aim(query, curve).raiseBounds(bounds, 1, new Float64Array(bounds.length));
  const scores = cosinesOf(query).map((cosine) => scoreAt(curve, cosine));
  const tooLow = scores.filter((score, slot) => bounds[slot]! < score - 0.005);
  assert.ok(tooLow.length <= count / 1000, `${tooLow.length} bounds are too low`);
  const edge = scores.toSorted((a, b) => b - a)[200]!;
  const promising = bounds.filter((bound) => bound >= edge);
  assert.ok(promising.length < count / 4, `${promising.length} are left`);
});

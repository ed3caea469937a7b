import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanMeasures, measureRanking } from './ranking-measures.ts';

test('a perfect ranking scores 1, an empty one 0', () => {
  const relevant = new Map([
    ['a', 2],
    ['b', 1],
  ]);
  assert.deepEqual(measureRanking(['a', 'b', 'x'], relevant), { ndcg10: 1, recall10: 1, recall100: 1 });
  assert.deepEqual(measureRanking([], relevant), { ndcg10: 0, recall10: 0, recall100: 0 });
});

test('a lower rank is discounted logarithmically, and recall counts within its depth', () => {
  const ranked = Array.from({ length: 30 }, (_, index) => `x${index}`);
  const { ndcg10 } = measureRanking(['x', 'a'], new Map([['a', 1]]));
  assert.ok(Math.abs(ndcg10 - 1 / Math.log2(3)) < 1e-12);
  const late = measureRanking([...ranked, 'a'], new Map([['a', 1]]));
  assert.deepEqual(late, { ndcg10: 0, recall10: 0, recall100: 1 });
});

test('the mean gives every query the same weight', () => {
  const all = [
    { ndcg10: 1, recall10: 1, recall100: 1 },
    { ndcg10: 0, recall10: 0.5, recall100: 1 },
  ];
  assert.deepEqual(meanMeasures(all), { ndcg10: 0.5, recall10: 0.75, recall100: 1 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('at most the given number run at once, in order of arrival, also if some fail', async () => {
  const withLimit = createConcurrencyLimit(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (index: number) =>
    withLimit(async () => {
      begun.push(index);
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      if (index % 3 === 0) throw new Error(`${index} failed`);
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => work(index)));
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(most, 2);
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    [false, true, true, false, true, true, false, true, true, false],
  );
  assert.equal(await withLimit(async () => 'after'), 'after');
});

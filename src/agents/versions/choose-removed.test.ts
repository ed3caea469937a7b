import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRemoved } from './choose-removed.ts';

const versions = (...sizes: [version: number, bytes: number][]) =>
  sizes.map(([version, bytes]) => ({ version, bytes }));

test('the oldest versions beyond the maximum number are removed, but not those in use', () => {
  const four = versions([4, 1], [3, 1], [2, 1], [1, 1]);
  assert.deepEqual(chooseRemoved(four, [4, null], { count: 4, bytes: 100 }), []);
  assert.deepEqual(chooseRemoved(four, [4, null], { count: 3, bytes: 100 }), [1]);
  assert.deepEqual(chooseRemoved(four, [1, 4], { count: 3, bytes: 100 }), [2]);
  assert.deepEqual(chooseRemoved(four, [1, 4], { count: 1, bytes: 100 }), [2, 3]);
});

test('versions beyond the total size are removed with all older ones', () => {
  assert.deepEqual(
    chooseRemoved(versions([4, 10], [3, 80], [2, 20], [1, 1]), [4, null], { count: 9, bytes: 100 }),
    [1, 2],
  );
  assert.deepEqual(chooseRemoved(versions([2, 500], [1, 1]), [2, null], { count: 9, bytes: 100 }), [1]);
});

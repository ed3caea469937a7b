import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../bench/retrieval/random.ts';
import { createNumberMap } from './number-map.ts';

test('a map of numbers has what a Map has, after any additions and deletions', () => {
  const random = createRandom(7);
  const map = createNumberMap();
  const expected = new Map<number, number>();
  for (let turn = 0; turn < 60_000; turn += 1) {
    // Keys in sequence, as numbers of chunks are, in several ranges of which some are above 32 bits.
    const key = Math.floor(random() * 3000) + [0, 2 ** 20, 2 ** 32, 2 ** 45][Math.floor(random() * 4)]!;
    if (random() < (turn < 30_000 ? 0.7 : 0.4)) {
      const value = Math.floor(random() * 2 ** 32);
      map.set(key, value);
      expected.set(key, value);
    } else {
      map.delete(key);
      expected.delete(key);
    }
    assert.equal(map.get(key), expected.get(key));
  }
  assert.equal(map.size, expected.size);
  for (const [key, value] of expected) assert.equal(map.get(key), value);
  assert.equal(map.get(2 ** 50), undefined);
});

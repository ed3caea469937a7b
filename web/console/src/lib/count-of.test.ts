import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf } from './count-of.ts';

test('one is told from none and many, with words of their own where an s is not enough', () => {
  assert.equal(countOf(1, 'row'), '1 row');
  assert.equal(countOf(0, 'row'), '0 rows');
  assert.equal(countOf(2, 'delivery', 'deliveries'), '2 deliveries');
});

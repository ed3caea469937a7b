import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRange } from './read-range.ts';

test('ranges in the formats of media players are read', () => {
  assert.deepEqual(readRange('bytes=0-', 10), { first: 0, last: 9 });
  assert.deepEqual(readRange('bytes=2-5', 10), { first: 2, last: 5 });
  assert.deepEqual(readRange('bytes=8-99', 10), { first: 8, last: 9 });
  assert.deepEqual(readRange('bytes=-3', 10), { first: 7, last: 9 });
  assert.deepEqual(readRange('bytes=-30', 10), { first: 0, last: 9 });
});

test('a range beyond the end is unsatisfiable', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0'])
    assert.equal(readRange(header, 10), 'unsatisfiable');
});

test('everything else is answered with the whole file', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b'])
    assert.equal(readRange(header, 10), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isId, newId } from './ids.ts';

test('ids sort in the order of creation, within one millisecond and across milliseconds', () => {
  const startMs = Date.UTC(2030, 0, 1) - 2;
  const made = [0, 0, 0, 1, 1, 2, 3, 999, 1000, 1001, 60_000].map((ms) => newId(startMs + ms));
  assert.deepEqual(made.toSorted(), made);
});

test('ids of one moment are all different, for any number and if the clock is set back', () => {
  const made = Array.from({ length: 100_000 }, (_, index) => newId(Date.UTC(2030, 0, 1) - (index % 3)));
  assert.equal(new Set(made).size, made.length);
  assert.ok(made.every(isId));
});

test('an id is valid at any time, and other texts are not', () => {
  for (const nowMs of [0, 1, 999, 1000, 1_900_000_000_123, 2 ** 32 * 1000 - 1]) assert.ok(isId(newId(nowMs)));
  for (const other of [
    '',
    'x'.repeat(24),
    newId().toUpperCase().replace(/\d/g, 'A'),
    `${newId()}0`,
    newId().slice(1),
  ])
    assert.ok(!isId(other), other);
});

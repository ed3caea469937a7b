import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createAttemptLimit } from './attempt-limit.ts';

test('after the burst an attempt waits until the next refill', () => {
  const clock = createTestClock();
  const limit = createAttemptLimit({ clock, burst: 2, refillMs: 60_000 });
  assert.deepEqual([limit.take('a'), limit.take('a'), limit.take('a')], [0, 0, 60]);
  clock.advance(45_500);
  assert.equal(limit.take('a'), 15);
  clock.advance(14_500);
  assert.deepEqual([limit.take('a'), limit.take('a')], [0, 60]);
});

test('keys have separate limits', () => {
  const limit = createAttemptLimit({ clock: createTestClock(), burst: 1, refillMs: 1000 });
  assert.deepEqual([limit.take('a'), limit.take('b'), limit.take('a')], [0, 0, 1]);
});

test('waiting never allows more than the burst', () => {
  const clock = createTestClock();
  const limit = createAttemptLimit({ clock, burst: 2, refillMs: 1000 });
  limit.take('a');
  clock.advance(3_600_000);
  assert.deepEqual([limit.take('a'), limit.take('a'), limit.take('a')], [0, 0, 1]);
});

test('a returned attempt can be used again, and a reset key starts again', () => {
  const limit = createAttemptLimit({ clock: createTestClock(), burst: 2, refillMs: 1000 });
  limit.take('a');
  limit.take('a');
  limit.refund('a');
  assert.deepEqual([limit.take('a'), limit.take('a')], [0, 1]);
  limit.clear('a');
  assert.deepEqual([limit.take('a'), limit.take('a'), limit.take('a')], [0, 0, 1]);
});

test('the number of stored keys is limited, and the oldest are dropped', () => {
  const limit = createAttemptLimit({ clock: createTestClock(), burst: 1, refillMs: 1000, maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) limit.take(key);
  assert.deepEqual([limit.take('b'), limit.take('c'), limit.take('a')], [1, 1, 0]);
});

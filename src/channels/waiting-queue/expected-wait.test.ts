import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedMinutes, fewestWaits, paceOf } from './expected-wait.ts';

const minuteMs = 60_000;

/** The newest first: a reply every `gap` minutes, each after `wait` minutes. */
const answered = (count: number, { wait, gap }: { wait: number; gap: number }) =>
  Array.from({ length: count }, (_, index) => {
    const firstReplyAtMs = 1_000_000_000 - index * gap * minuteMs;
    return { firstReplyAtMs, createdAtMs: firstReplyAtMs - wait * minuteMs };
  });

test('too few answered sessions give no estimate', () => {
  assert.equal(paceOf(answered(fewestWaits - 1, { wait: 3, gap: 1 })), undefined);
  assert.deepEqual(paceOf(answered(fewestWaits, { wait: 3, gap: 1 })), {
    medianWaitMs: 3 * minuteMs,
    perUserMs: minuteMs,
  });
});

test('rare handoffs do not make the time for each user longer than the median wait', () => {
  assert.equal(paceOf(answered(9, { wait: 2, gap: 600 }))!.perUserMs, 2 * minuteMs);
});

test('one very slow reply does not change the estimate', () => {
  const [slow, ...others] = answered(7, { wait: 2, gap: 5 });
  assert.equal(paceOf([{ ...slow!, createdAtMs: 0 }, ...others])!.medianWaitMs, 2 * minuteMs);
});

test('the estimate follows the position and the time already waited, in rounded minutes', () => {
  const pace = { medianWaitMs: 3 * minuteMs, perUserMs: 2 * minuteMs };
  for (const [position, waited, minutes] of [
    [1, 0, 3],
    [1, 1.5, 2],
    [1, 2.9, 1],
    [1, 3, null],
    [3, 10, 4],
    [4, 0, 10],
    [20, 0, 45],
    [31, 0, 60],
    [32, 0, null],
  ] as const)
    assert.equal(expectedMinutes(pace, { position, waitedMs: waited * minuteMs }), minutes, `${position}`);
});

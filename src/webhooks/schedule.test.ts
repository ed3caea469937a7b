import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDelayMs, parseRetryAfter } from './schedule.ts';

const nowMs = Date.UTC(2030, 0, 1);
const hourMs = 3_600_000;

test('the delays are 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h, 24 h, 24 h and then no more', () => {
  const waits = Array.from({ length: 11 }, (_, step) =>
    nextDelayMs({ step, retryAfterMs: null, random: 0.5 }),
  );
  const seconds = [5, 30, 120, 600, 3600, 10_800, 21_600, 43_200, 86_400, 86_400];
  assert.deepEqual(waits, [...seconds.map((value) => value * 1000), undefined]);
});

test('a delay varies by up to a fifth', () => {
  assert.equal(nextDelayMs({ step: 0, retryAfterMs: null, random: 0 }), 4000);
  assert.equal(nextDelayMs({ step: 0, retryAfterMs: null, random: 0.999_999_9 }), 6000);
});

test('Retry-After makes a delay longer, never shorter', () => {
  assert.equal(nextDelayMs({ step: 0, retryAfterMs: 60_000, random: 0.5 }), 60_000);
  assert.equal(nextDelayMs({ step: 1, retryAfterMs: 0, random: 0.5 }), 30_000);
  assert.equal(nextDelayMs({ step: 10, retryAfterMs: 60_000, random: 0.5 }), undefined);
});

test('Retry-After is read as seconds or a date, up to 24 hours', () => {
  assert.equal(parseRetryAfter('120', nowMs), 120_000);
  assert.equal(parseRetryAfter(' 0 ', nowMs), 0);
  assert.equal(parseRetryAfter('Tue, 01 Jan 2030 01:00:00 GMT', nowMs), hourMs);
  assert.equal(parseRetryAfter('9999999999', nowMs), 24 * hourMs);
  assert.equal(parseRetryAfter('Fri, 01 Jan 2300 00:00:00 GMT', nowMs), 24 * hourMs);
});

test('an invalid Retry-After is ignored', () => {
  const invalid = [
    '',
    'soon',
    '-5',
    '1e9',
    '99999999999999999999',
    'Mon, 01 Jan 2001 00:00:00 GMT',
    undefined,
  ];
  for (const header of invalid) assert.equal(parseRetryAfter(header, nowMs), null, String(header));
  assert.equal(parseRetryAfter(['1', '2'], nowMs), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeTime } from './relative-time.ts';

/** In local time, as the days of the calendar are. */
const now = new Date(2026, 5, 15, 14, 0).getTime();
const ago = (year: number, month: number, day: number, hour: number, minute = 0): string =>
  relativeTime(new Date(year, month, day, hour, minute).getTime(), now, 'en');

test('the time since a message is written in the largest fitting unit', () => {
  assert.equal(relativeTime(now - 59_000, now, 'en'), 'now');
  assert.equal(relativeTime(now - 60_000, now, 'en'), '1 minute ago');
  assert.equal(ago(2026, 5, 15, 13, 55), '5 minutes ago');
  assert.equal(ago(2026, 5, 15, 13), '1 hour ago');
  assert.equal(ago(2026, 5, 15, 2, 1), '11 hours ago');
  assert.equal(ago(2026, 5, 15, 1), 'today');
  assert.equal(ago(2026, 5, 14, 23), 'yesterday');
  assert.equal(ago(2026, 5, 14, 0), 'yesterday');
  assert.equal(ago(2026, 5, 13, 23), '2 days ago');
  assert.equal(ago(2026, 5, 9, 0), '6 days ago');
  assert.equal(ago(2026, 5, 8, 23), 'Jun 8, 2026');
});

test('a message from a clock that is ahead counts as new, and other languages have their own words', () => {
  assert.equal(relativeTime(now + 60_000, now, 'en'), 'now');
  assert.equal(relativeTime(now - 5 * 60_000, now, 'de'), 'vor 5 Minuten');
  assert.equal(relativeTime(now - 24 * 60 * 60_000, now, 'zh-Hans'), '昨天');
});

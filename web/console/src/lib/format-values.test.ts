import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileMessage } from '../../../messages/compile-message.ts';
import { type MessageKey, setMessages, t } from '../messages/translate.ts';
import { formatCredits } from './format-credits.ts';
import { formatDateTime } from './format-date-time.ts';
import { formatDay } from './format-day.ts';
import { formatDuration } from './format-duration.ts';
import { formatNumber } from './format-number.ts';

// Intl uses narrow spaces in some languages.
const plain = (text: string): string => text.replaceAll(/\s/gu, ' ');

test('numbers, credits and durations follow the locale', () => {
  setMessages('en', {});
  assert.equal(formatNumber(1234.5), '1,234.5');
  assert.equal(formatDuration(4.25), '4.3 ms');
  assert.equal(formatDuration(850.4), '850 ms');
  assert.equal(formatDuration(1250), '1.25 sec');
  setMessages('de', {});
  assert.equal(formatNumber(1234.5), '1.234,5');
  assert.equal(plain(formatDuration(1250)), '1,25 Sek.');
});

test('credits keep all nine decimal places of large amounts', () => {
  setMessages('en', {});
  assert.equal(formatCredits('123456789.123456789'), '123,456,789.123456789');
});

test('a date follows the locale and the time zone of the viewer', () => {
  const time = new Date(2026, 0, 31, 15, 4, 5);
  setMessages('en', {}, ['zh-CN', 'en-GB']);
  assert.equal(formatDateTime(time), '31 Jan 2026, 15:04:05');
  setMessages('zh-Hans', {});
  assert.equal(formatDateTime(time.toISOString()), '2026年1月31日 15:04:05');
});

test('numbers in messages and outside of them follow the region of the browser', () => {
  const catalogue = { message: compileMessage('{count, number}') };
  const count = 100_000;
  // Some browsers write an underscore, which Intl does not accept.
  for (const tag of ['en-IN', 'en_IN']) {
    setMessages('en', catalogue, [tag]);
    assert.equal(formatNumber(count), '1,00,000');
    assert.equal(t('message' as MessageKey, { count } as never), '1,00,000');
  }
});

test('a calendar day is the same in all time zones', () => {
  setMessages('en', {});
  assert.equal(formatDay('2026-11-02'), 'Nov 2');
  setMessages('zh-Hans', {});
  assert.equal(formatDay('2026-11-02'), '11月2日');
});

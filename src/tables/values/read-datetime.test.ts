import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDatetime } from './read-datetime.ts';

const read: [text: string, moment: string][] = [
  ['2026-01-31 18:30:00', '2026-01-31 18:30:00'],
  ['2026-01-31', '2026-01-31 00:00:00'],
  ['2026-01-31T18:30:00Z', '2026-01-31 18:30:00'],
  ['2026-01-31T18:30', '2026-01-31 18:30:00'],
  ['2026-01-31T18:30:59.999Z', '2026-01-31 18:30:59'],
  ['2026-01-31T18:30:00+08:00', '2026-01-31 10:30:00'],
  ['2025-12-31 22:00:00-0330', '2026-01-01 01:30:00'],
  ['2024-02-29', '2024-02-29 00:00:00'],
  ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
  ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
];

test('dates are read as UTC, as midnight if the time is missing, without fractions of a second', () => {
  for (const [text, moment] of read) assert.equal(readDatetime(text), moment, text);
});

test('invalid dates are rejected', () => {
  for (const text of [
    '',
    'yesterday',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-01-31 24:00:00',
    '2026-01-31 10:60:00',
    '2026-01-31 10:00:60',
    '31.01.2026',
    '2026-01-31 18:30:00 extra',
    '0000-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-01:00',
  ])
    assert.equal(readDatetime(text), undefined, text);
});

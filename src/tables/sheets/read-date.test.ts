import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOrderOf, readDate } from './read-date.ts';

test('common date formats are read', () => {
  for (const text of [
    '2026-01-31',
    '2026/1/31',
    '2026.01.31',
    '2026年1月31日',
    '31.1.2026',
    '31. 1. 2026',
    '31/01/2026',
    '1/31/2026',
    '1/31/26',
    '31-01-2026',
    '31 Jan 2026',
    '31-Jan-26',
    '31st January 2026',
    'Jan 31, 2026',
    'January 31 2026',
  ])
    assert.equal(readDate(text, null), '2026-01-31 00:00:00', text);
  assert.equal(readDate('31.01.2026 18:30', null), '2026-01-31 18:30:00');
  assert.equal(readDate('1/31/2026, 6:30:05 PM', null), '2026-01-31 18:30:05');
  assert.equal(readDate('1/31/2026 12:05 am', null), '2026-01-31 00:05:00');
  assert.equal(readDate('1/31/70', null), '1970-01-31 00:00:00');
});

test('a date that can be read in two ways needs an order', () => {
  assert.equal(readDate('03/04/2026', null), undefined);
  assert.equal(readDate('03/04/2026', 'dmy'), '2026-04-03 00:00:00');
  assert.equal(readDate('03/04/2026', 'mdy'), '2026-03-04 00:00:00');
  assert.deepEqual(dateOrderOf(['03/04/2026', '05/06/2026']), { order: null, isNeeded: true });
  assert.deepEqual(dateOrderOf(['03/04/2026', '31/12/2026']), { order: 'dmy', isNeeded: true });
  assert.deepEqual(dateOrderOf(['03/04/2026', '12/31/2026']), { order: 'mdy', isNeeded: true });
  assert.deepEqual(dateOrderOf(['31/12/2026', '12/31/2026', '03/04/2026']), { order: null, isNeeded: true });
  assert.deepEqual(dateOrderOf(['03.04.2026', '2026-04-03', '4/4/2026']), { order: null, isNeeded: false });
});

test('other texts are not dates', () => {
  for (const text of [
    '',
    '12',
    '31/02/2026',
    '2026-13-01',
    '1/2',
    '31 Foo 2026',
    '31 Marble 2026',
    '13:00 2026',
    '1/31/2026 25:00',
    '1/31/2026 13:00 pm',
  ])
    assert.equal(readDate(text, 'dmy') ?? readDate(text, 'mdy'), undefined, text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../lib/errors.ts';
import { readCursor, showCursor } from './live-cursor.ts';

test('a cursor is read as it was shown, and none is the beginning', () => {
  const cursor = { sequence: 12, position: 345 };
  assert.deepEqual(readCursor(showCursor(cursor)), cursor);
  assert.equal(readCursor(undefined), undefined);
  assert.equal(readCursor(''), undefined);
});

test('what no conversation can hold is refused before the database is asked for it', () => {
  assert.deepEqual(readCursor('2147483647-0'), { sequence: 2147483647, position: 0 });
  for (const text of [
    '2147483648-0',
    '9999999999-0',
    '1-1234567890123456',
    '1',
    '-1-0',
    '1e3-0',
    'a-b',
    '1-0\n',
  ])
    assert.throws(() => readCursor(text), AppError, text);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../lib/errors.ts';
import { readCursor, showCursor } from './live-cursor.ts';

test('a cursor that was shown can be read, and a missing one is undefined', () => {
  const cursor = { sequence: 12, position: 345 };
  assert.deepEqual(readCursor(showCursor(cursor)), cursor);
  assert.equal(readCursor(undefined), undefined);
  assert.equal(readCursor(''), undefined);
});

test('a cursor outside of the range of a conversation is rejected before the database is queried', () => {
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

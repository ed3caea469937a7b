import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCell, showCell } from './cell-value.ts';

test('text is converted to the type of the field', () => {
  assert.equal(readCell('INT', ' 42 '), 42);
  assert.equal(readCell('FLOAT', '-.5e2'), -50);
  assert.equal(readCell('BOOLEAN', 'FALSE'), false);
  assert.equal(readCell('TEXT', ' 42 '), ' 42 ');
  assert.equal(readCell('DATETIME', ' 2026-01-31 '), '2026-01-31');
});

test('an empty cell has no value', () => {
  for (const type of ['TEXT', 'INT', 'FLOAT', 'DATETIME', 'BOOLEAN'] as const)
    assert.equal(readCell(type, ''), null);
  assert.equal(readCell('INT', '  '), null);
  assert.equal(showCell(null), '');
  assert.equal(showCell(false), 'false');
});

test('text that does not fit the type is sent unchanged', () => {
  assert.equal(readCell('INT', 'twelve'), 'twelve');
  assert.equal(readCell('FLOAT', '1,5'), '1,5');
  assert.equal(readCell('INT', '0x10'), '0x10');
  assert.equal(readCell('BOOLEAN', 'maybe'), 'maybe');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCell, showCell } from './cell-value.ts';

test('what is written becomes a value of the type of its field', () => {
  assert.equal(readCell('INT', ' 42 '), 42);
  assert.equal(readCell('FLOAT', '-.5e2'), -50);
  assert.equal(readCell('BOOLEAN', 'FALSE'), false);
  assert.equal(readCell('TEXT', ' 42 '), ' 42 ');
  assert.equal(readCell('DATETIME', ' 2026-01-31 '), '2026-01-31');
});

test('an empty cell is no value', () => {
  for (const type of ['TEXT', 'INT', 'FLOAT', 'DATETIME', 'BOOLEAN'] as const)
    assert.equal(readCell(type, ''), null);
  assert.equal(readCell('INT', '  '), null);
  assert.equal(showCell(null), '');
  assert.equal(showCell(false), 'false');
});

test('what is no value of the type is left for the service to refuse', () => {
  assert.equal(readCell('INT', 'twelve'), 'twelve');
  assert.equal(readCell('FLOAT', '1,5'), '1,5');
  assert.equal(readCell('INT', '0x10'), '0x10');
  assert.equal(readCell('BOOLEAN', 'maybe'), 'maybe');
});

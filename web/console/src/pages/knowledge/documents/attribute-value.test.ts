import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttributeValue, showAttributeValue } from './attribute-value.ts';

test('numbers and booleans are recognised, other values are texts', () => {
  const cases: [string, string | number | boolean][] = [
    ['2025', 2025],
    [' -1.5 ', -1.5],
    ['true', true],
    ['False', 'False'],
    ['007', '007'],
    ['1e9', '1e9'],
    ['"2025"', '2025'],
    ['Sales team', 'Sales team'],
    ['', ''],
  ];
  for (const [typed, value] of cases) assert.equal(readAttributeValue(typed), value, typed);
});

test('a shown value is read as the same value', () => {
  for (const value of ['2025', 'true', '"quoted"', 'x', ' padded ', 3, false])
    assert.equal(readAttributeValue(showAttributeValue(value)), value);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalMarkOf, readNumber } from './read-number.ts';

test('numbers are read as people write them', () => {
  for (const [text, value] of [
    ['12', 12],
    ['-1.5e3', -1500],
    ['1,234.50', 1234.5],
    ['1,00,000', 100_000],
    ['$1,234.50', 1234.5],
    ['-$5', -5],
    ['12 €', 12],
    ['EUR 12', 12],
    ['12 USD', 12],
    ['(1,200)', -1200],
    ['12.3 %', 0.123],
    ['1 234 567', 1_234_567],
    ["1'234.5", 1234.5],
    ['.5', 0.5],
  ] as const)
    assert.equal(readNumber(text, 'point'), value, text);
  for (const [text, value] of [
    ['1.234,50', 1234.5],
    ['1,5', 1.5],
    ['1.234.567', 1_234_567],
    ['1 234,5 €', 1234.5],
  ] as const)
    assert.equal(readNumber(text, 'comma'), value, text);
});

test('other texts are not numbers', () => {
  for (const text of ['', 'abc', '12 kg', '1,2,3', '1.2.3', '--5', '1,23', '٣', '12-34'])
    assert.equal(readNumber(text, 'point'), undefined, text);
});

test('the decimal mark of a column is detected', () => {
  assert.equal(decimalMarkOf(['12', '1,234']), 'point', 'English by default');
  assert.equal(decimalMarkOf(['1,234', '1,5']), 'comma');
  assert.equal(decimalMarkOf(['1.234', '1.234,50']), 'comma');
  assert.equal(decimalMarkOf(['1.234.567']), 'comma');
  assert.equal(decimalMarkOf(['1,234,567']), 'point');
  assert.equal(decimalMarkOf(['0,125']), 'comma');
  assert.equal(decimalMarkOf(['1.5', '1,5']), 'point');
});

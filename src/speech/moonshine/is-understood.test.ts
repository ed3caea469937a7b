import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnderstood } from './is-understood.ts';

const piece = (count: number, mean: number, tokenAt = (index: number) => index) => ({
  tokens: Array.from({ length: count }, (_token, index) => tokenAt(index)),
  logProbability: count * mean,
});

test('a text is refused if the model was uncertain of it, over all pieces together', () => {
  assert.equal(isUnderstood([piece(30, -0.1)]), true);
  assert.equal(isUnderstood([piece(30, -0.6)]), true);
  assert.equal(isUnderstood([piece(30, -0.8)]), false);
  assert.equal(isUnderstood([piece(30, -0.1), piece(10, -1)]), true);
  assert.equal(isUnderstood([piece(10, -0.1), piece(30, -1)]), false);
});

test('a text of the same words again and again is refused, however certain the model was', () => {
  assert.equal(isUnderstood([piece(60, -0.1, (index) => index % 6)]), false);
  assert.equal(isUnderstood([piece(12, -0.1, (index) => index % 6)]), true, 'a sentence that is said twice');
});

test('silence and a single word are never refused', () => {
  assert.equal(isUnderstood([]), true);
  assert.equal(isUnderstood([piece(0, 0)]), true);
  assert.equal(isUnderstood([piece(4, -2)]), true);
});

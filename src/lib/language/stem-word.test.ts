import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemWord } from './stem-word.ts';

const stemsOf = (words: string): Set<string> => new Set(words.split(' ').map(stemWord));

test('forms of one word have the same stem', () => {
  for (const forms of [
    'refund refunds refunded refunding',
    'ship ships shipping shipped',
    'доставка доставки',
  ])
    assert.equal(stemsOf(forms).size, 1, forms);
});

test('different words, numbers and short words keep their own stem', () => {
  assert.equal(stemsOf('station moment business bus internet international').size, 6);
  assert.deepEqual(stemsOf('4711 a5 is'), new Set(['4711', 'a5', 'is']));
});

test('accents are removed from Latin words only', () => {
  assert.equal(stemWord('envío'), stemWord('envio'));
  assert.notEqual(stemWord('йод'), stemWord('иод'));
});

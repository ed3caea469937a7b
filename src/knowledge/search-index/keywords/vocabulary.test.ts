import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createVocabulary } from './vocabulary.ts';

const vocabularyOf = (...words: string[]) => {
  const vocabulary = createVocabulary();
  vocabulary.add(words);
  return vocabulary;
};

test('words with a beginning are found, also those added later', () => {
  const vocabulary = vocabularyOf('return', 'refund', 'returns', 'rest');
  assert.deepEqual(vocabulary.startingWith('retu', 10), ['return', 'returns']);
  vocabulary.add(['returned', 'return', '']);
  assert.deepEqual(vocabulary.startingWith('return', 10), ['return', 'returned', 'returns']);
  assert.deepEqual(vocabulary.startingWith('x', 10), []);
});

test('accents may be missing in the beginning, or be typed where the word has none', () => {
  const vocabulary = vocabularyOf('canción', 'cancel', 'straße', 'Москва');
  assert.deepEqual(vocabulary.startingWith('cancio', 10), ['canción']);
  assert.deepEqual(vocabulary.startingWith('cáncel', 10), ['cancel']);
  assert.deepEqual(vocabulary.startingWith('strass', 10), ['straße']);
  assert.deepEqual(vocabulary.startingWith('Мос', 10), ['Москва']);
});

test('of too many words some from the whole range are taken', () => {
  const words = Array.from({ length: 1000 }, (_, at) => `a${String(at).padStart(4, '0')}`);
  const found = vocabularyOf(...words).startingWith('a', 10);
  assert.equal(found.length, 10);
  assert.ok(found.at(-1)! > 'a0850');
});

test('exactly the words with the beginning are found', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word), fc.array(word), word, (first, later, beginning) => {
      const vocabulary = vocabularyOf(...first);
      vocabulary.startingWith('a', 5);
      vocabulary.add(later);
      const expected = [...new Set([...first, ...later])].filter((one) => one.startsWith(beginning)).sort();
      assert.deepEqual(vocabulary.startingWith(beginning, 1000), expected);
    }),
  );
});

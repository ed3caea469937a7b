import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitSentences } from './split-sentences.ts';

test('a sentence is complete once something follows it', () => {
  assert.deepEqual(splitSentences('It is ready. It'), { sentences: ['It is ready. '], rest: 'It' });
  assert.deepEqual(splitSentences('It is ready.'), { sentences: [], rest: 'It is ready.' });
  assert.deepEqual(splitSentences('One!\n\nTwo? Three'), { sentences: ['One!\n\n', 'Two? '], rest: 'Three' });
  assert.deepEqual(splitSentences('好的。请稍等'), { sentences: ['好的。'], rest: '请稍等' });
});

test('abbreviations, initials and numbers of lists do not end a sentence', () => {
  for (const text of [
    'Ask Dr. Smith',
    'See e.g. the list',
    'J. Smith',
    'Step 1. Open it',
    'It costs 3.50 now',
  ])
    assert.deepEqual(splitSentences(text), { sentences: [], rest: text });
});

test('a text without a sentence end is split between words', () => {
  const { sentences, rest } = splitSentences('word '.repeat(200));
  assert.ok(sentences.length >= 2 && sentences.every((sentence) => sentence.length <= 401));
  assert.equal(sentences.join('') + rest, 'word '.repeat(200));
});

test('the joined sentences are the text, for any pieces in which it arrives', () => {
  const piece = fc.stringMatching(/^[a-z .!?\n。A-Z0-9]{0,40}$/);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      let rest = '';
      let joined = '';
      for (const text of pieces) {
        const split = splitSentences(rest + text);
        joined += split.sentences.join('');
        rest = split.rest;
      }
      assert.equal(joined + rest, pieces.join(''));
    }),
  );
});

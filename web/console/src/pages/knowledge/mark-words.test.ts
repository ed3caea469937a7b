import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markWords } from './mark-words.ts';

const marked = (text: string, query: string): string[] =>
  markWords(text, query)
    .filter(({ isMarked }) => isMarked)
    .map((part) => part.text);

test('whole words of the question are marked, ignoring case and short endings', () => {
  assert.deepEqual(marked('The shop OPENS at nine.', 'When does the shop open?'), ['The', 'shop', 'OPENS']);
  assert.deepEqual(marked('Another bathroom opener, reopened.', 'the room open bath'), ['opener']);
  assert.deepEqual(marked('a b c', 'a b'), []);
});

test('the parts add up to the whole text', () => {
  const text = 'Parcels (2 days) – parcels [a|b] $1';
  for (const query of ['parcels', '( [ $1 .* parcels', '', '包裹'])
    assert.equal(
      markWords(text, query)
        .map((part) => part.text)
        .join(''),
      text,
    );
});

test('scripts without spaces are marked by pairs of characters', () => {
  assert.deepEqual(marked('本店九点开门。', '几点开门？'), ['点开门']);
  assert.deepEqual(marked('开门时间', '开门'), ['开门']);
});

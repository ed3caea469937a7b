import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retrievalQuery } from './retrieval-query.ts';

test('a follow-up of at most four words is appended to the previous question', () => {
  const followUps = ['And in winter?', "What's U.S. policy?", '冬天呢？', 'Et en été ?', 'why', '?'];
  for (const question of followUps)
    assert.equal(
      retrievalQuery(question, ['Older', 'When do you open?']),
      `When do you open? ${question}`,
      question,
    );
});

test('a longer question, a first question and an empty one are not changed', () => {
  const unchanged = [
    'When do you open in winter?',
    '冬天的时候你们几点开门营业？',
    'a b c d e',
    'a-b-c-d-e',
    'x '.repeat(40),
  ];
  for (const question of unchanged) assert.equal(retrievalQuery(question, ['Before']), question, question);
  assert.equal(retrievalQuery('Why?', []), 'Why?');
  assert.equal(retrievalQuery('', ['Before']), '');
});

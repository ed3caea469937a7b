import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retrievalQuery } from './retrieval-query.ts';

test('the previous question takes part in the search, and the question itself counts more', () => {
  for (const question of ['And in winter?', '冬天呢？', 'When do you open the pool in winter?', '?'])
    assert.equal(
      retrievalQuery(question, ['Older', ' When do you open? ']),
      `When do you open? ${question} ${question}`,
      question,
    );
});

test('a first question, an empty one and a very long one are not changed', () => {
  assert.equal(retrievalQuery('Why?', []), 'Why?');
  assert.equal(retrievalQuery('Why?', ['  ']), 'Why?');
  assert.equal(retrievalQuery('', ['Before']), '');
  const long = 'x '.repeat(300);
  assert.equal(retrievalQuery(long, ['Before']), long);
});

test('of a very long previous question only the beginning is used', () => {
  assert.equal(retrievalQuery('Why?', ['y'.repeat(10_000)]).length, 500 + ' Why? Why?'.length);
});

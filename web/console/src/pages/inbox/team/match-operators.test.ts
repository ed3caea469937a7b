import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMentionQuery, matchOperators } from './match-operators.ts';

test('an @ at the beginning of a word starts a mention, up to the cursor', () => {
  assert.equal(findMentionQuery('@', 1), '');
  assert.equal(findMentionQuery('Ask @Ann Le please', 11), 'Ann Le');
  assert.equal(findMentionQuery('(@bo', 4), 'bo');
  assert.equal(findMentionQuery('ann@example.com', 15), undefined);
  assert.equal(findMentionQuery('@Ann\nnext', 9), undefined);
  assert.equal(findMentionQuery('Ask @Ann', 3), undefined);
  assert.equal(findMentionQuery(`@${'a'.repeat(60)}`, 61), undefined);
});

test('names match by the beginning of a word, the beginning of the name first', () => {
  const names = ['Bea Ann', 'Ann Lee', 'Dan', 'ann', 'Ann Lee'];
  assert.deepEqual(matchOperators(names, 'AN'), ['Ann Lee', 'ann', 'Bea Ann']);
  assert.deepEqual(matchOperators(names, 'ann l'), ['Ann Lee']);
  assert.deepEqual(matchOperators(names, 'x'), []);
  const many = Array.from({ length: 20 }, (_, index) => `Name ${index}`);
  assert.equal(matchOperators(many, '').length, 8);
});

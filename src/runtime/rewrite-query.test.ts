import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from './rewrite-query.ts';

for (const [reply, query] of [
  ['opening hours in winter', 'opening hours in winter'],
  ['  "opening hours in winter"\n', 'opening hours in winter'],
  ['Search query: opening hours', 'opening hours'],
  ['Query： opening hours', 'opening hours'],
] as const)
  test(`${JSON.stringify(reply)} is the query "${query}"`, () => {
    assert.deepEqual(readQuery(reply, ['And in winter?']), { query });
  });

test('an empty reply, an explanation and a very long query are not used', () => {
  assert.ok('problem' in readQuery(' \n ""', ['Why?']));
  assert.ok('problem' in readQuery('Here is the query:\nopening hours', ['Why?']));
  assert.ok('query' in readQuery('x'.repeat(300), ['Why?']));
  assert.ok('problem' in readQuery('x'.repeat(301), ['Why?']));
});

test('a query must be in the script of the conversation', () => {
  for (const [question, right, wrong] of [
    ['А зимой?', 'часы работы зимой', 'opening hours in winter'],
    ['冬天呢？', '冬天的营业时间', 'opening hours in winter'],
    ['وفي الشتاء؟', 'ساعات العمل في الشتاء', 'opening hours in winter'],
    ['And in winter?', 'opening hours in winter', '冬天的营业时间'],
  ] as const) {
    assert.deepEqual(readQuery(right, [question]), { query: right });
    assert.ok('problem' in readQuery(wrong, [question]), wrong);
  }
  assert.ok('query' in readQuery('冬天的营业时间', ['OK?', '你们几点开门？']), 'an earlier question counts');
});

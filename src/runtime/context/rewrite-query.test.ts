import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from './rewrite-query.ts';

/** The query in a reply whose words are all known. */
const readKnown = (reply: string, asked: readonly string[]) =>
  readQuery(reply, { asked, replied: [`It is about ${reply}`] });

for (const [reply, query] of [
  ['opening hours in winter', 'opening hours in winter'],
  ['  "opening hours in winter"\n', 'opening hours in winter'],
  ['Search query: opening hours', 'opening hours'],
  ['Query： opening hours', 'opening hours'],
] as const)
  test(`${JSON.stringify(reply)} is the query "${query}"`, () => {
    assert.deepEqual(readKnown(reply, ['And in winter?']), { query });
  });

test('an empty reply, an explanation and a very long query are not used', () => {
  assert.ok('problem' in readKnown(' \n ""', ['Why?']));
  assert.ok('problem' in readKnown('Here is the query:\nopening hours', ['Why?']));
  assert.ok('query' in readKnown('x'.repeat(300), ['Why?']));
  assert.ok('problem' in readKnown('x'.repeat(301), ['Why?']));
});

test('a query must be in the script of the conversation', () => {
  for (const [question, right, wrong] of [
    ['А зимой?', 'часы работы зимой', 'opening hours in winter'],
    ['冬天呢？', '冬天的营业时间', 'opening hours in winter'],
    ['وفي الشتاء؟', 'ساعات العمل في الشتاء', 'opening hours in winter'],
    ['And in winter?', 'opening hours in winter', '冬天的营业时间'],
  ] as const) {
    assert.deepEqual(readKnown(right, [question]), { query: right });
    assert.ok('problem' in readKnown(wrong, [question]), wrong);
  }
  assert.ok('query' in readKnown('冬天的营业时间', ['OK?', '你们几点开门？']), 'an earlier question counts');
});

test('a query must have words of the conversation', () => {
  const english = { asked: ['When is the shop open?', 'And in winter?'], replied: ['From nine to five.'] };
  assert.ok('query' in readQuery('shop opening hours winter season', english));
  assert.ok('problem' in readQuery('Thank you for this interesting message', english));
  assert.ok('problem' in readQuery('From nine to five.', english), 'a repeated reply is no query');
  const chinese = { asked: ['营业时间是几点？', '冬天呢？'], replied: [] };
  assert.ok('query' in readQuery('冬天的营业时间', chinese));
  assert.ok('problem' in readQuery('感谢您的来信', chinese));
});

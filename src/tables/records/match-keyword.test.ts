import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase, openTestDatabase } from '../../../test/support/databases/databases.ts';
import { openTables } from '../../../test/support/tables/open-tables.ts';
import { matchPair } from './match-keyword.ts';

const texts = [
  '王小明',
  '小明',
  '明',
  '张伟的订单',
  '订单',
  'say "ab"',
  '""',
  'a*b OR c',
  "ab'",
  '%_',
  'ÄB',
  '😀😀a',
  'ab',
  'b a',
  'aB\nab',
  'x\u001fy',
];

forEachDatabase('a keyword of two characters is found anywhere in a value, and only there', async (db) => {
  const { tables, agent, create, addAll } = await openTables(db);
  const table = await create('words', [
    { name: 'word', type: 'TEXT' },
    { name: 'next', type: 'TEXT' },
  ]);
  const other = await create('others', [{ name: 'word', type: 'TEXT' }]);
  await addAll(
    table,
    texts.map((word) => ({ word, next: 'next' })),
  );
  await addAll(other, [{ word: '小明' }, { word: 'only elsewhere: qz' }]);
  const find = async (keyword: string) => {
    const current = await tables.require(agent, table.id);
    const { records, total } = await tables.page(current, { keyword }, { offset: 0, limit: 100 });
    assert.equal(total, records.length, keyword);
    return records.map(({ value }) => value.word);
  };
  const pairs = [
    '小明',
    '订单',
    '明的',
    'AB',
    'b a',
    '"a',
    '""',
    'b"',
    '* ',
    "b'",
    '%_',
    'äb',
    '😀😀',
    '😀a',
    'qz',
  ];
  for (const pair of [...pairs, '\nA', 'bn', 'xt'])
    assert.deepEqual(
      await find(pair),
      texts.filter((text) => `${text}\u0000next`.toLowerCase().includes(pair.toLowerCase())),
      pair,
    );
  await tables.removeMany(table, [{ recordId: (await tables.first(table, { keyword: '小明' }, 1))[0]!.id }]);
  assert.deepEqual(await find('小明'), ['小明']);
});

test('two characters that begin very many trigrams are searched in the texts (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const { tables, agent, create, addAll } = await openTables(db);
    const table = await create('words', [{ name: 'word', type: 'TEXT' }]);
    const runs = Array.from({ length: 2001 }, (_, index) => `ab${String.fromCodePoint(0x4e00 + index)}`);
    await addAll(table, [{ word: runs.join('') }, { word: 'cd' }, { word: 'ab' }]);
    assert.equal(await matchPair(db.query, 'ab'), undefined);
    assert.equal(await matchPair(db.query, 'cd'), '"cd\u001f"');
    const current = await tables.require(agent, table.id);
    assert.equal((await tables.page(current, { keyword: 'ab' }, { offset: 0, limit: 10 })).total, 2);
  } finally {
    await release();
  }
});

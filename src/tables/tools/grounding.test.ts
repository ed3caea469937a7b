import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { type OpenTables, openTables } from '../../../test/support/tables/open-tables.ts';
import { systemClock } from '../../lib/clock.ts';
import { createModels } from '../../models/index.ts';
import { questionWords } from './question-words.ts';

const seed = async (open: OpenTables) => {
  const table = await open.create('orders', [
    { name: 'number', type: 'INT', unique: true },
    { name: 'code', type: 'TEXT', unique: true },
    { name: 'customer', type: 'TEXT' },
    { name: 'status', type: 'TEXT' },
  ]);
  await open.addAll(table, [
    { number: 1042, code: 'ORD-A1', customer: 'Ada Lovelace', status: 'shipped on Monday' },
    { number: 1043, code: 'ORD-B2', customer: 'Catherine Johnson', status: 'waiting | for payment' },
    { number: 1044, code: 'ORD-C3', customer: '张伟', status: '已发货' },
  ]);
  return table;
};

const rowsFor = async (open: OpenTables, query: string, userId = 'u') =>
  (await open.tables.ground({ agent: open.agent, userId, query })).map(
    (passage) => passage.text.split('\n')[2],
  );

forEachDatabase(
  'a question finds records by their keys, otherwise by words that occur in few records',
  async (db) => {
    const open = await openTables(db);
    assert.deepEqual(await open.tables.ground({ agent: open.agent, userId: 'u', query: 'order 1042?' }), []);
    await seed(open);
    const [passage] = await open.tables.ground({
      agent: open.agent,
      userId: 'u',
      query: 'What is the status of order 1042?',
    });
    assert.equal(passage!.source, 'table');
    assert.equal(passage!.title, 'orders');
    assert.equal(
      passage!.text,
      '| number | code | customer | status |\n| --- | --- | --- | --- |\n| 1042 | ORD-A1 | Ada Lovelace | shipped on Monday |',
    );
    const ada = '| 1042 | ORD-A1 | Ada Lovelace | shipped on Monday |';
    const catherine = '| 1043 | ORD-B2 | Catherine Johnson | waiting ¦ for payment |';
    assert.deepEqual(await rowsFor(open, 'where is #1042'), [ada]);
    assert.deepEqual(await rowsFor(open, 'status of ord-b2'), [catherine]);
    assert.deepEqual(await rowsFor(open, 'What did Catherine order?'), [catherine]);
    assert.deepEqual(await rowsFor(open, '张伟的订单到哪里了？'), ['| 1044 | ORD-C3 | 张伟 | 已发货 |']);
    assert.deepEqual(await rowsFor(open, 'What is the price of the thing?'), []);
    assert.deepEqual(await rowsFor(open, 'Where is the status of an order?'), []);
    assert.deepEqual(await rowsFor(open, '%'), []);
    assert.deepEqual(await rowsFor(open, `${'x'.repeat(100_000)} \0 "`), []);
    const off = open.allowed({ lookup: false });
    assert.deepEqual(await open.tables.ground({ agent: off, userId: 'u', query: 'order 1042' }), []);
  },
);

forEachDatabase('with an owner field only records of the current user are found', async (db) => {
  const open = await openTables(db);
  const table = await seed(open);
  await open.tables.setOwnerField(db.query, table, 'customer');
  assert.equal((await rowsFor(open, 'order 1042', 'Ada Lovelace')).length, 1);
  assert.deepEqual(await rowsFor(open, 'order 1042', '张伟'), []);
  assert.deepEqual(await rowsFor(open, 'orders of Catherine', '张伟'), []);
});

forEachDatabase('the embedded model answers with the record that a question asks for', async (db) => {
  const open = await openTables(db);
  await seed(open);
  const model = createModels({
    fetch: undefined as never,
    countTokens: (text) => text.length,
    clock: systemClock,
    log: { warn: () => {} } as never,
    timeouts: undefined as never,
  }).resolve({ provider: 'embedded' });
  const ask = async (query: string): Promise<string> => {
    const passages = await open.tables.ground({ agent: open.agent, userId: 'u', query });
    let reply = '';
    const request = {
      messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: query }] }],
      tools: [],
      grounding: { passages, userAttributes: {}, canHandOff: false },
      signal: new AbortController().signal,
    };
    await model.answer(request, (event) => {
      if (event.type === 'text-delta') reply += event.text;
    });
    return reply;
  };
  assert.match(await ask('What is the status of order 1042?'), /status: shipped on Monday/);
  assert.match(await ask('What did Catherine Johnson order?'), /ORD-B2/);
  assert.match(await ask('张伟的订单状态是什么？'), /已发货/);
});

test('words of a question: names first, also keys inside compounds, Chinese split into words', () => {
  const texts = (question: string) => questionWords(question).map((word) => word.text);
  assert.deepEqual(texts('Is order-1042 from Ada "in transit"?'), [
    'in transit',
    'order-1042',
    '1042',
    'Ada',
    'Is',
    'order',
    'from',
    'in',
    'transit',
  ]);
  assert.ok(texts('订单状态是什么').includes('订单'));
  assert.equal(texts('a '.repeat(100_000)).length, 1);
});

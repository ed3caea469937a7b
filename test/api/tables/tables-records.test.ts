import assert from 'node:assert/strict';
import { type TestService, testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const orderFields = [
  { name: 'number', type: 'INT', required: true, unique: true },
  { name: 'customer', type: 'TEXT', required: true },
  { name: 'total', type: 'FLOAT' },
  { name: 'paid', type: 'BOOLEAN' },
  { name: 'placed', type: 'DATETIME' },
];

const orders = [
  { number: 1042, customer: 'Ada Lovelace', total: 12.5, paid: true, placed: '2026-01-31T18:30:00+08:00' },
  { number: 1043, customer: '100% Büro_AG', total: 0, paid: false, placed: '2026-02-01' },
  { number: 1044, customer: '张伟有限公司', total: null, paid: null },
  { number: 9, customer: 'ada lovelace', total: -0.25, paid: true },
];

const numbers = (data: { records: { value: { number: number } }[] }) =>
  data.records.map((r) => r.value.number);

const withOrders = async (service: TestService) => {
  const calls = tableCalls(service);
  const table = await calls.create('orders', orderFields);
  await calls.add(table, orders);
  return { ...calls, table };
};

testService('every type is returned unchanged, absent values as null', {}, async (service) => {
  const { page, table } = await withOrders(service);
  const data = await page(table, { filter: {} });
  assert.equal(data.total_count, 4);
  assert.deepEqual(
    data.records.map((record: { value: unknown }) => record.value),
    [
      { number: 1042, customer: 'Ada Lovelace', total: 12.5, paid: true, placed: '2026-01-31 10:30:00' },
      { number: 1043, customer: '100% Büro_AG', total: 0, paid: false, placed: '2026-02-01 00:00:00' },
      { number: 1044, customer: '张伟有限公司', total: null, paid: null, placed: null },
      { number: 9, customer: 'ada lovelace', total: -0.25, paid: true, placed: null },
    ],
  );
  const [record] = data.records;
  assert.deepEqual(Object.keys(record), ['id', 'value', 'created_at', 'updated_at']);
  assert.match(record.id, /^[0-9a-f]{24}$/);
  assert.equal(String(record.created_at).length, 13);
  assert.equal(data.table_info.id, table);
});

testService(
  'filters compare by type, combine with AND, and null finds absent values',
  {},
  async (service) => {
    const { page, table } = await withOrders(service);
    const found = async (query: Record<string, unknown>) => numbers(await page(table, query));
    assert.deepEqual(await found({ filter: { number: 1042 } }), [1042]);
    assert.deepEqual(await found({ filter: { number: 1042.0, paid: true } }), [1042]);
    assert.deepEqual(await found({ filter: { number: 1042, paid: false } }), []);
    assert.deepEqual(await found({ filter: { paid: true } }), [1042, 9]);
    assert.deepEqual(await found({ filter: { customer: 'Ada Lovelace' } }), [1042]);
    assert.deepEqual(await found({ filter: { total: 0 } }), [1043]);
    assert.deepEqual(await found({ filter: { total: null } }), [1044]);
    assert.deepEqual(await found({ filter: { placed: null, paid: true } }), [9]);
    assert.deepEqual(await found({ filter: { number: null } }), []);
    assert.deepEqual(await found({ filter: { placed: '2026-01-31T10:30:00.700Z' } }), [1042]);
    assert.deepEqual(await found({ filter: { paid: true }, keyword: 'LOVE' }), [1042, 9]);
    assert.deepEqual(await found({ filter: { number: 9 }, keyword: 'LOVE' }), [9]);
    assert.deepEqual(await found({ filter: { number: 9 }, keyword: 'büro' }), []);
    assert.deepEqual(await found({ filter: { paid: false }, keyword: 'ro' }), [1043]);
  },
);

testService('a keyword is a literal part of any value, in any script and case', {}, async (service) => {
  const { page, table } = await withOrders(service);
  const found = async (keyword: string) => numbers(await page(table, { keyword }));
  assert.deepEqual(await found('LOVELACE'), [1042, 9]);
  assert.deepEqual(await found('a l'), [1042, 9]);
  assert.deepEqual(await found('BÜRO'), [1043]);
  assert.deepEqual(await found('%'), [1043]);
  assert.deepEqual(await found('_'), [1043]);
  assert.deepEqual(await found('0% b'), [1043]);
  assert.deepEqual(await found('张伟'), [1044]);
  assert.deepEqual(await found('有限公司'), [1044]);
  assert.deepEqual(await found('司'), [1044]);
  assert.deepEqual(await found('104'), [1042, 1043, 1044]);
  assert.deepEqual(await found('-02-01'), [1043]);
  assert.deepEqual(await found('false'), [1043]);
  assert.deepEqual(await found('null'), []);
  for (const hostile of ['"', '" OR "a', '*', 'ada*', '\\', "'", 'NEAR(ada', 'text:ada'])
    assert.deepEqual(await found(hostile), [], hostile);
});

testService('pages are in the order of insertion, and the total counts all records', {}, async (service) => {
  const { create, add, page } = tableCalls(service);
  const table = await create('lines', [
    { name: 'position', type: 'INT' },
    { name: 'kind', type: 'TEXT' },
  ]);
  const rows = Array.from({ length: 250 }, (_, position) => ({
    position,
    kind: position % 2 ? 'odd' : 'even',
  }));
  await add(table, rows);
  const positions = async (query: Record<string, unknown>) =>
    (await page(table, query)).records.map(
      (record: { value: { position: number } }) => record.value.position,
    );
  assert.deepEqual(await positions({ filter: {} }), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(await positions({ filter: { kind: 'odd' }, page: 2, page_size: 3 }), [7, 9, 11]);
  assert.deepEqual(await positions({ keyword: 'even', page: 42, page_size: 3 }), [246, 248]);
  assert.deepEqual(await positions({ keyword: 'ev', page: 42, page_size: 3 }), [246, 248]);
  assert.deepEqual(await positions({ keyword: 'odd', page: 1_000_000_000, page_size: 100 }), []);
  assert.equal((await page(table, { keyword: 'ev' })).total_count, 125);
  assert.equal((await page(table, { keyword: 'even' })).total_count, 125);
  assert.equal((await page(table, { filter: { kind: 'odd' }, page: 99 })).total_count, 125);
  assert.equal((await page(table, { filter: {}, page_size: 100, page: 3 })).records.length, 50);
});

testService('invalid queries are rejected with the field', {}, async (service) => {
  const { table } = await withOrders(service);
  const ask = (body: Record<string, unknown>) =>
    service.call('POST', '/v1/database/records/page', { table_id: table, ...body });
  const refused: [body: Record<string, unknown>, message: RegExp][] = [
    [{}, /filter or keyword/],
    [{ keyword: '' }, /filter or keyword/],
    [{ filter: null, keyword: null }, /filter or keyword/],
    [{ filter: { colour: 'red' } }, /filter\.colour/],
    [{ filter: { number: '1042' } }, /filter\.number/],
    [{ filter: { paid: 1 } }, /filter\.paid/],
    [{ filter: [] }, /filter/],
    [{ filter: {}, page: 0 }, /page/],
    [{ filter: {}, page_size: 0 }, /page_size/],
    [{ filter: {}, page_size: 101 }, /page_size/],
    [{ filter: {}, page: '1' }, /page/],
    [{ table_id: ' ', filter: {} }, /table_id/],
  ];
  for (const [body, message] of refused) {
    const answer = await ask(body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.code, 40000);
    assert.match(answer.body.message, message);
  }
  assert.equal((await ask({ filter: {}, page_size: 100 })).status, 200);
});

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { type OpenTables, openTables } from '../../../test/support/tables/open-tables.ts';
import { createTableTools } from './table-tools.ts';

const orderFields = [
  { name: 'number', type: 'INT', description: 'Order number', required: true, unique: true },
  { name: 'status', type: 'TEXT', description: 'Where it is' },
  { name: 'total', type: 'FLOAT' },
  { name: 'customer', type: 'TEXT', required: true },
];

const orders = [
  { number: 9, status: 'open', total: 3.5, customer: 'ada' },
  { number: 10, status: 'shipped', total: 20, customer: 'bob' },
  { number: 1042, status: 'shipped', total: null, customer: 'ada' },
];

const openOrders = async (open: OpenTables) => {
  const table = await open.create('orders', orderFields, 'Orders of the shop');
  await open.addAll(table, orders);
  return table;
};

const asModel = async (open: OpenTables, rights: Parameters<OpenTables['allowed']>[0], userId = 'ada') => {
  const box = await createTableTools(open).open({ agent: open.allowed(rights), userId });
  const call = async (name: string, values: unknown) => {
    const answer = await box.call(name, JSON.stringify(values));
    return { ...answer, body: answer.isError ? undefined : JSON.parse(answer.text) };
  };
  const lookup = async (values: unknown): Promise<number[]> =>
    (await call('table_lookup_orders', values)).body.rows.map((row: { number: number }) => row.number);
  return { box, call, lookup, names: box.offers.map((offer) => offer.name) };
};

const all = { lookup: true, add: true, update: true };

forEachDatabase('a model gets the tools that the agent allows, described by table and fields', async (db) => {
  const open = await openTables(db);
  assert.deepEqual((await asModel(open, all)).names, []);
  const table = await openOrders(open);
  assert.deepEqual((await asModel(open, {})).names, ['table_lookup_orders']);
  const { names, box } = await asModel(open, all);
  assert.deepEqual(names, ['table_lookup_orders', 'table_add_orders', 'table_update_orders']);
  assert.match(box.offers[0]!.description, /Orders of the shop/);
  assert.match(JSON.stringify(box.offers[0]!.parameters), /Where it is/);
  assert.deepEqual(box.offers[1]!.parameters.required, ['number', 'customer']);
  assert.deepEqual((await asModel(open, { lookup: false })).names, []);
  assert.deepEqual((await asModel(open, { tableIds: [] })).names, []);
  assert.equal((await asModel(open, { tableIds: [table.id] })).names.length, 1);
  const answer = await (await asModel(open, {})).call('table_add_orders', { number: 1, customer: 'ada' });
  assert.equal(answer.isError, true);

  const neighbour = { ...(await open.neighbour()), settings: open.allowed(all).settings };
  assert.deepEqual((await createTableTools(open).open({ agent: neighbour, userId: 'ada' })).offers, []);
});

forEachDatabase('a lookup filters, searches, sorts by type and limits', async (db) => {
  const open = await openTables(db);
  await openOrders(open);
  const { lookup, call } = await asModel(open, {});
  assert.deepEqual(await lookup({ filter: { number: 1042 } }), [1042]);
  assert.deepEqual(await lookup({ keyword: 'SHIP' }), [10, 1042]);
  assert.deepEqual(await lookup({ keyword: 'ship', filter: { customer: 'bob' } }), [10]);
  assert.deepEqual(await lookup({ sort_by: 'number' }), [9, 10, 1042]);
  assert.deepEqual(await lookup({ sort_by: 'number', descending: true, limit: 2 }), [1042, 10]);
  assert.deepEqual(await lookup({ sort_by: 'total', descending: true }), [10, 9]);
  assert.deepEqual(await lookup({ sort_by: 'number', filter: { status: 'shipped' }, keyword: 'ad' }), [1042]);
  const few = await call('table_lookup_orders', { limit: 1 });
  assert.equal(few.body.more, true);
  for (const wrong of [
    { filter: { colour: 'red' } },
    { filter: { number: 'x' } },
    { filter: [] },
    { limit: 0 },
    { sort_by: 'x' },
    [],
    null,
  ])
    assert.equal((await call('table_lookup_orders', wrong)).isError, true, JSON.stringify(wrong));
  assert.equal((await call('table_lookup_orders', 'x')).isError, true);
});

forEachDatabase('a model adds and updates records, and the trace names the user', async (db) => {
  const open = await openTables(db);
  const table = await openOrders(open);
  const { call, lookup } = await asModel(open, all, 'ada');
  const added = await call('table_add_orders', { number: 11, customer: 'eve', status: 'new' });
  assert.deepEqual(JSON.parse(added.detail!), {
    action: 'add',
    table_id: table.id,
    table: 'orders',
    record_id: added.body.id,
    user_id: 'ada',
  });
  const updated = await call('table_update_orders', { record_id: added.body.id, fields: { status: 'paid' } });
  assert.equal(JSON.parse(updated.detail!).action, 'update');
  assert.deepEqual(await lookup({ filter: { status: 'paid' } }), [11]);
  const refused: [name: string, values: unknown, why: RegExp][] = [
    ['table_add_orders', { number: 11, customer: 'x' }, /unique/],
    ['table_add_orders', { customer: 'x' }, /number is required/],
    ['table_add_orders', { number: 12, customer: 'nul\0' }, /NUL/],
    ['table_update_orders', { record_id: 'x', fields: { status: 'y' } }, /no such record/],
    ['table_update_orders', { fields: { status: 'y' } }, /record_id/],
  ];
  for (const [name, values, why] of refused) {
    const answer = await call(name, values);
    assert.equal(answer.isError, true);
    assert.match(answer.text, why);
  }
});

forEachDatabase('with an owner field a model can access only records of the current user', async (db) => {
  const open = await openTables(db);
  const table = await openOrders(open);
  await open.tables.setOwnerField(db.query, table, 'customer');
  await assert.rejects(open.tables.setOwnerField(db.query, table, 'number'), /TEXT field/);
  const ada = await asModel(open, all, 'ada');
  const bob = await asModel(open, all, 'bob');
  assert.equal(JSON.stringify(ada.box.offers).includes('customer'), false);
  assert.deepEqual(await ada.lookup({}), [9, 1042]);
  assert.deepEqual(await ada.lookup({ filter: { customer: 'bob' } }), [9, 1042]);
  assert.deepEqual(await ada.lookup({ filter: { number: 10 } }), []);
  assert.deepEqual(await ada.lookup({ sort_by: 'number', keyword: '10' }), [1042]);

  const added = await ada.call('table_add_orders', { number: 12, customer: 'bob' });
  assert.deepEqual(await ada.lookup({ filter: { number: 12 } }), [12]);
  assert.deepEqual(await bob.lookup({}), [10]);
  const change = { record_id: added.body.id, fields: { status: 'mine', customer: 'bob' } };
  assert.match((await bob.call('table_update_orders', change)).text, /no such record/);
  assert.equal((await ada.call('table_update_orders', change)).isError, false);
  assert.deepEqual(await bob.lookup({}), [10]);
});

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { openTables } from '../../test/support/tables/open-tables.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Table, Tables } from './index.ts';

type Changes = Parameters<Parameters<Tables['changeIn']>[2]>[0];

const open = async (db: Database) => {
  const opened = await openTables(db);
  const { tables, agent } = opened;
  return {
    ...opened,
    change: (table: Table, how: (tx: Handle, changes: Changes) => Promise<Table>) =>
      db.transaction((tx) => tables.changeIn(tx, table, (changes) => how(tx, changes))),
    now: (table: Table) => tables.require(agent, table.id),
    totalOf: async (table: Table, query: object) =>
      (await tables.page(await tables.require(agent, table.id), query, { offset: 0, limit: 10 })).total,
    valuesOf: async (table: Table) => {
      const current = await tables.require(agent, table.id);
      const { records } = await tables.page(current, { filter: {} }, { offset: 0, limit: 10 });
      return records.map(({ value }) => value);
    },
  };
};

forEachDatabase('removing a field deletes its values, and its slot can be used again', async (db) => {
  const { create, addAll, change, totalOf, valuesOf } = await open(db);
  const table = await create('orders', [
    { name: 'code', type: 'TEXT', unique: true },
    { name: 'note', type: 'TEXT' },
    { name: 'amount', type: 'INT' },
  ]);
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((code, amount) => ({ code, note: 'canary-61', amount }));
  await addAll(table, [...rows, { code: 'g' }]);
  assert.equal(await totalOf(table, { keyword: 'canary' }), 6);
  const after = await change(table, (tx, changes) => changes.removeField(tx, table, 'note'));
  assert.deepEqual(
    after.fields.map(({ name }) => name),
    ['code', 'amount'],
  );
  assert.deepEqual((await valuesOf(table))[1], { code: 'b', amount: 1 });
  for (const name of ['records', 'record_texts', 'record_values', 'value_totals'] as const) {
    const left = await db.query.selectFrom(name).selectAll().execute();
    assert.ok(!JSON.stringify(left).includes('canary-61'), name);
  }
  assert.equal(await totalOf(table, { keyword: 'canary' }), 0);
  assert.equal(await totalOf(table, { filter: { amount: 5 } }), 1);

  const again = await change(after, (tx, changes) =>
    changes.addField(tx, after, { name: 'note', type: 'BOOLEAN' }),
  );
  assert.equal(await totalOf(table, { filter: { note: null } }), 7);
  assert.deepEqual(
    again.fields.map(({ name, type }) => [name, type]),
    [
      ['code', 'TEXT'],
      ['amount', 'INT'],
      ['note', 'BOOLEAN'],
    ],
  );
  await change(again, (tx, changes) => changes.removeField(tx, again, 'code'));
  await addAll(table, [{ amount: 9, note: true }]);
  assert.deepEqual((await valuesOf(table)).at(-1), { amount: 9, note: true });
});

forEachDatabase('in a table of 64 fields the slot of a removed field is used again', async (db) => {
  const { create, addAll, change, now, valuesOf, totalOf } = await open(db);
  const fields = Array.from({ length: 64 }, (_, index) => ({ name: `f${index}`, type: 'INT' }));
  const table = await create('wide', fields);
  await addAll(table, [{ f5: 5, f63: 63 }]);
  const add = async (name: string) => {
    const before = await now(table);
    return change(before, (tx, changes) => changes.addField(tx, before, { name, type: 'TEXT' }));
  };
  await assert.rejects(add('one_more'), /at most 64 fields/);
  await change(table, (tx, changes) => changes.removeField(tx, table, 'f5'));
  assert.equal((await add('one_more')).fields.at(-1)!.name, 'one_more');
  await assert.rejects(add('two_more'), /at most 64 fields/);
  const [record] = await valuesOf(table);
  assert.deepEqual([record!.f63, record!.one_more, record!.f5], [63, null, undefined]);
  assert.equal(await totalOf(table, { filter: { one_more: null } }), 1);
});

forEachDatabase('a change of type converts all values or none', async (db) => {
  const { tables, create, addAll, change, now, totalOf, valuesOf } = await open(db);
  const table = await create('orders', [
    { name: 'code', type: 'TEXT', unique: true },
    { name: 'amount', type: 'TEXT' },
  ]);
  await addAll(table, [
    { code: '1', amount: ' 7 ' },
    { code: '02', amount: '' },
    { code: '2', amount: null },
    { code: '3', amount: 'many' },
  ]);
  const retype = async (field: string, type: string) => {
    const before = await now(table);
    return change(before, (tx, changes) => changes.retypeField(tx, before, field, type));
  };
  const before = await valuesOf(table);
  await assert.rejects(retype('amount', 'INT'), /amount must be a whole number.*"many"/);
  await assert.rejects(retype('code', 'INT'), /two values of code would be the same/);
  await assert.rejects(retype('code', 'NUMBER'), /type must be one of/);
  assert.deepEqual(await valuesOf(table), before);
  assert.equal(await totalOf(table, { filter: { amount: 'many' } }), 1);
  assert.equal(await totalOf(table, { filter: { code: '02' } }), 1);

  await tables.update(await now(table), { filter: { code: '3' }, fields: { amount: '12' } });
  await tables.update(await now(table), { filter: { code: '02' }, fields: { code: '4' } });
  await retype('amount', 'INT');
  await retype('code', 'INT');
  assert.deepEqual(await valuesOf(table), [
    { code: 1, amount: 7 },
    { code: 4, amount: null },
    { code: 2, amount: null },
    { code: 3, amount: 12 },
  ]);
  assert.equal(await totalOf(table, { filter: { amount: 7 } }), 1);
  assert.equal(await totalOf(table, { filter: { amount: null } }), 2);
  assert.equal(await totalOf(table, { filter: { code: 4 } }), 1);
  await assert.rejects(tables.insert(await now(table), { code: 4 }), /code must be unique/);
  await retype('amount', 'TEXT');
  assert.equal(await totalOf(table, { filter: { amount: '12' } }), 1);
  assert.equal(await totalOf(table, { filter: { amount: '' } }), 0);
});

forEachDatabase('a writer that read the table before its fields changed uses the new fields', async (db) => {
  const { tables, create, change, now, totalOf, valuesOf } = await open(db);
  const stale = await create('orders', [
    { name: 'code', type: 'TEXT', unique: true },
    { name: 'note', type: 'TEXT' },
    { name: 'amount', type: 'INT' },
  ]);
  await tables.insert(stale, { code: 'a', amount: 1 });
  await change(stale, (tx, changes) => changes.addField(tx, stale, { name: 'city', type: 'TEXT' }));
  await tables.insert(stale, { code: 'b', amount: 2 });
  assert.equal(await totalOf(stale, { filter: { city: null } }), 2);
  await tables.update(await now(stale), { filter: { code: 'b' }, fields: { city: 'Bern' } });
  await tables.update(stale, { filter: { code: 'b' }, fields: { amount: 3 } });
  assert.deepEqual((await valuesOf(stale))[1], { code: 'b', note: null, amount: 3, city: 'Bern' });

  await change(stale, (tx, changes) => changes.removeField(tx, stale, 'note'));
  await assert.rejects(tables.insert(stale, { code: 'c', note: 'x' }), /note is not a field/);
  await tables.removeMany(stale, [{ filter: { code: 'a' } }]);
  assert.deepEqual(await valuesOf(stale), [{ code: 'b', amount: 3, city: 'Bern' }]);
});

forEachDatabase('the owner field cannot be removed, nor can the last field', async (db) => {
  const { tables, create, change, now } = await open(db);
  const table = await create('orders', [
    { name: 'code', type: 'TEXT' },
    { name: 'user', type: 'TEXT' },
  ]);
  await tables.setOwnerField(db.query, table, 'user');
  const owned = await now(table);
  const remove = (name: string) => change(owned, (tx, changes) => changes.removeField(tx, owned, name));
  await assert.rejects(remove('user'), /user is the owner field/);
  await assert.rejects(
    change(owned, (tx, changes) => changes.retypeField(tx, owned, 'user', 'INT')),
    /user is the owner field/,
  );
  await assert.rejects(remove('colour'), /colour is not a field/);
  await tables.setOwnerField(db.query, owned, null);
  await change(owned, (tx, changes) => changes.removeField(tx, owned, 'user'));
  await assert.rejects(remove('code'), /at least 1 field/);
});

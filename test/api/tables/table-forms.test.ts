import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const names = ['id', '__proto__', 'constructor', 'created_at', 'record_id', '0_', '_'];

testService(
  'a table field may have any valid name, in every table endpoint',
  createScriptedModel,
  async (service) => {
    const { call } = service;
    const { create, add, page } = tableCalls(service);
    const tableId = await create('names', [
      { name: 'id', type: 'TEXT', unique: true, required: true },
      ...names.slice(1).map((name) => ({ name, type: 'TEXT' })),
    ]);
    const values = (mark: string) => Object.fromEntries(names.map((name) => [name, `${name} ${mark}`]));
    const added = await add(tableId, [values('a'), values('b')]);
    assert.deepEqual([added.success_count, added.fail_detail], [2, []]);
    const all = await page(tableId, { filter: {} });
    assert.deepEqual(
      all.records.map((record: { value: object }) => Object.entries(record.value)),
      [Object.entries(values('a')), Object.entries(values('b'))],
    );
    assert.deepEqual(
      all.table_info.fields.map(({ name }: { name: string }) => name),
      names,
    );
    for (const name of names) {
      const found = await page(tableId, { filter: Object.fromEntries([[name, `${name} b`]]) });
      assert.deepEqual([found.total_count, found.records[0].id], [1, all.records[1].id], name);
    }
    const fields = Object.fromEntries([['__proto__', 'changed']]);
    const one = { table_id: tableId, filter: { id: 'id a' }, updated_fields: fields };
    assert.equal((await call('POST', '/v1/database/update/record', one)).status, 200);
    const many = {
      table_id: tableId,
      update_data: [{ record_id: all.records[1].id, updated_fields: { id: 'new', constructor: 'built' } }],
    };
    assert.equal((await call('POST', '/v2/database/update/record', many)).body.success_count, 1);
    const { records } = await page(tableId, { filter: {} });
    assert.deepEqual(
      Object.entries(records[0].value),
      Object.entries(values('a')).map(([name, value]) => [name, name === '__proto__' ? 'changed' : value]),
    );
    assert.equal(records[1].value.id, 'new');
    assert.equal(records[1].value.constructor, 'built');
    // Other endpoints still reject the name, and the input changes no prototype.
    assert.equal(({} as Record<string, unknown>).changed, undefined);
    const elsewhere = await call('POST', '/v1/conversation', '{"__proto__":{"user_id":"a"}}');
    assert.equal(elsewhere.body.code, 40000);
  },
);

testService(
  'a wrong JSON type in a table definition is reported as such',
  createScriptedModel,
  async ({ call }) => {
    const good = { name: 'orders', description: 'Orders', fields: [{ name: 'a', type: 'INT' }] };
    const cases: [object, number, RegExp][] = [
      [{ description: 5 }, 403101, /^description must be a string$/],
      [{ description: ['Orders'] }, 403101, /^description must be a string$/],
      [{ description: null }, 403101, /^description is required/],
      [{ description: ' ' }, 403101, /^description is required/],
      [{ name: 5 }, 403100, /^name must be a string$/],
      [{ name: undefined }, 403100, /^name is required/],
      [{ fields: { name: 'a' } }, 403102, /^fields must be a list/],
      [{ fields: [{ name: 7, type: 'INT' }] }, 403103, /^fields\[0\]\.name must be a string$/],
      [{ fields: [{ name: 'a', type: 1 }] }, 403105, /^fields\[0\]\.type must be/],
    ];
    for (const [change, code, message] of cases) {
      const { status, body } = await call('POST', '/v1/database/create-table', { ...good, ...change });
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(change));
      assert.match(body.message, message);
    }
  },
);

testService(
  'table bodies are accepted up to the documented limit, and rejected above it',
  () => ({ ...createScriptedModel(), environment: { FRONTDESK_TABLE_BODY_MB: '20' } }),
  async (service) => {
    const { call } = service;
    const { create, add, page } = tableCalls(service);
    const tableId = await create('texts', [{ name: 'text', type: 'TEXT' }]);
    const long = 'x'.repeat(17 * 1024 * 1024);
    assert.equal((await add(tableId, [{ text: long }])).success_count, 1);
    assert.equal((await page(tableId, { filter: {} })).records[0].value.text.length, long.length);
    const padded = { name: 'more', description: 'More', fields: [{ name: 'a', type: 'INT' }], padding: long };
    assert.equal((await call('POST', '/v1/database/create-table', padded)).status, 200);
    const tooLong = { table_id: tableId, records: [{ values: { text: 'x'.repeat(20 * 1024 * 1024) } }] };
    const refused = await call('POST', '/v1/database/import/records', tooLong);
    assert.deepEqual([refused.status, refused.body.code], [413, 40000]);
  },
);

testService(
  'a v2 update with is_create inserts a record that does not exist',
  createScriptedModel,
  async (service) => {
    const { call } = service;
    const { create, add, page } = tableCalls(service);
    const tableId = await create('stock', [
      { name: 'sku', type: 'TEXT', unique: true, required: true },
      { name: 'count', type: 'INT' },
    ]);
    await add(tableId, [{ sku: 'a', count: 1 }]);
    const update = async (update_data: object[], is_create?: unknown) =>
      call('POST', '/v2/database/update/record', { table_id: tableId, update_data, is_create });
    const changes = [
      { filter: { sku: 'a' }, updated_fields: { count: 10 } },
      { filter: { sku: 'b' }, updated_fields: { count: 20 } },
    ];
    assert.equal((await update(changes)).body.fail_count, 1, 'without it nothing is inserted');
    const { body } = await update(
      [
        ...changes,
        { filter: { sku: 'b' }, updated_fields: { count: 21 } },
        { filter: { count: 5 }, updated_fields: { sku: 'c' } },
        { filter: { sku: 'd' }, updated_fields: { count: 'many' } },
        { record_id: 'f'.repeat(24), updated_fields: { sku: 'e', count: 5 } },
        { record_id: 'f'.repeat(24), updated_fields: { sku: 'a' } },
      ],
      true,
    );
    assert.deepEqual([body.total_count, body.success_count, body.fail_count], [7, 4, 3]);
    assert.deepEqual(
      body.fail_detail.map(({ index }: { index: number }) => index),
      [3, 4, 6],
    );
    assert.match(body.fail_detail[0].fail_reason, /exactly one unique field/);
    assert.match(body.fail_detail[1].fail_reason, /count must be a whole number/);
    assert.match(body.fail_detail[2].fail_reason, /sku must be unique/);
    const { records, total_count } = await page(tableId, { filter: {} });
    assert.equal(total_count, 3);
    assert.deepEqual(
      records.map(({ value }: { value: { sku: string; count: number } }) => [value.sku, value.count]),
      [
        ['a', 10],
        ['b', 21],
        ['e', 5],
      ],
    );
    assert.equal((await update(changes, 'yes')).body.code, 40000);
    assert.equal((await update(changes, null)).body.fail_count, 0);
  },
);

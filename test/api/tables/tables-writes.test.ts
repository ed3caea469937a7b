import assert from 'node:assert/strict';
import { type TestService, testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const fields = [
  { name: 'sku', type: 'TEXT', required: true, unique: true },
  { name: 'ean', type: 'INT', unique: true },
  { name: 'title', type: 'TEXT', required: true },
  { name: 'price', type: 'FLOAT' },
];

const item = (sku: string, more: Record<string, unknown> = {}) => ({ sku, title: `Item ${sku}`, ...more });

const skus = (data: { records: { value: { sku: string } }[] }) => data.records.map((r) => r.value.sku);

testService(
  'valid rows are imported, invalid rows are reported with number and problem',
  {},
  async (service) => {
    const { create, add, page } = tableCalls(service);
    const table = await create('items', fields);
    const result = await add(table, [
      item('a', { price: 1 }),
      { title: 'No sku' },
      item('b', { price: '2' }),
      item('c', { colour: 'red' }),
      item('d', { ean: 1.5 }),
      item('e', { price: null }),
      item('a'),
      item('f', { title: null }),
    ]);
    assert.equal(result.status, 'AVAILABLE');
    assert.equal(result.progress, 1);
    assert.deepEqual([result.total_count, result.success_count, result.fail_count], [8, 2, 6]);
    const reasons: [row: number, reason: RegExp][] = [
      [2, /sku is required/],
      [3, /price must be a number/],
      [4, /colour is not a field/],
      [5, /ean must be a whole number/],
      [7, /sku must be unique/],
      [8, /title is required/],
    ];
    assert.deepEqual(
      result.fail_detail.map((detail: { row: number }) => detail.row),
      reasons.map(([row]) => row),
    );
    for (const [index, [, reason]] of reasons.entries())
      assert.match(result.fail_detail[index].fail_reason, reason);
    assert.deepEqual(skus(await page(table, { filter: {} })), ['a', 'e']);
    assert.equal((await add(table, [item('a'), {}])).status, 'FAIL');
  },
);

testService('a row that fails takes no unique value from later rows', {}, async (service) => {
  const { create, add, page } = tableCalls(service);
  const table = await create('items', fields);
  await add(table, [item('taken', { ean: 1 })]);
  const result = await add(table, [
    item('new', { ean: 1 }),
    item('new', { ean: 2 }),
    item('next', { ean: 2 }),
    item('other', { ean: 3 }),
  ]);
  assert.deepEqual(
    result.fail_detail.map((detail: { row: number }) => detail.row),
    [1, 3],
  );
  assert.deepEqual(skus(await page(table, { filter: {} })), ['taken', 'new', 'other']);
});

testService(
  'unique texts differ by case, have at most 256 characters, and may be absent often',
  {},
  async (service) => {
    const { create, add, page } = tableCalls(service);
    const table = await create('names', [
      { name: 'name', type: 'TEXT', unique: true },
      { name: 'note', type: 'TEXT' },
    ]);
    const long = '😀'.repeat(255);
    const result = await add(table, [
      { name: 'Key' },
      { name: 'key' },
      { name: `${long}a` },
      { name: `${long}b` },
      { name: `${long}ab` },
      { note: 'x'.repeat(100_000) },
      { name: null },
      { name: '' },
      { name: '' },
    ]);
    assert.deepEqual(
      result.fail_detail.map((detail: { row: number }) => detail.row),
      [5, 9],
    );
    assert.equal((await page(table, { filter: { name: null } })).total_count, 2);
    assert.equal((await page(table, { filter: { name: 'KEY' } })).total_count, 0);
    assert.equal((await page(table, { filter: { name: `${long}b` } })).total_count, 1);
    assert.equal((await page(table, { filter: { note: 'x'.repeat(100_000) } })).total_count, 1);
  },
);

testService('an invalid import is rejected as a whole', {}, async (service) => {
  const { create, page } = tableCalls(service);
  const table = await create('items', fields);
  const add = (records: unknown, table_id: unknown = table) =>
    service.call('POST', '/v1/database/import/records', { table_id, records });
  const row = { values: item('a') };
  for (const records of [
    undefined,
    [],
    [{}],
    [{ values: null }],
    [{ values: [] }],
    [row, 'x'],
    Array(1001).fill(row),
  ])
    assert.equal((await add(records)).body.code, 40000);
  assert.equal((await add([row], '')).body.code, 40000);
  assert.equal((await page(table, { filter: {} })).total_count, 0);
  const thousand = Array.from({ length: 1000 }, (_, index) => ({ values: item(`s${index}`) }));
  const { status, body } = await add(thousand);
  assert.equal(status, 200);
  assert.equal(body.data.length, 1);
});

const repeatKey = { headers: { 'idempotency-key': 'once' } };

testService('a repeated import with the same Idempotency-Key runs once', {}, async (service) => {
  const { create, add, page } = tableCalls(service);
  const table = await create('notes', [{ name: 'text', type: 'TEXT' }]);
  const body = { table_id: table, records: [{ values: { text: 'once' } }] };
  const ids = [];
  for (let turn = 0; turn < 2; turn++)
    ids.push((await service.call('POST', '/v1/database/import/records', body, repeatKey)).body.data[0]);
  assert.equal(ids[0], ids[1]);
  await add(table, [{ text: 'later' }]);
  assert.equal((await page(table, { filter: {} })).total_count, 2);
});

testService(
  'of concurrent imports with the same unique values, each value is stored once',
  {},
  async (service) => {
    const { create, add, page } = tableCalls(service);
    const table = await create('items', [
      { name: 'code', type: 'TEXT', unique: true },
      { name: 'by', type: 'INT' },
    ]);
    const results = await Promise.all(
      [1, 2, 3, 4].map((by) =>
        add(
          table,
          Array.from({ length: 30 }, (_, index) => ({ code: `code ${(index * 7 + by) % 40}`, by })),
        ),
      ),
    );
    const sum = (name: string) => results.reduce((total, result) => total + result[name], 0);
    assert.deepEqual([sum('success_count'), sum('fail_count'), sum('total_count')], [40, 80, 120]);
    const { total_count, records } = await page(table, { keyword: 'code', page_size: 100 });
    assert.equal(total_count, 40);
    const codes = records.map(({ value }: { value: { code: string } }) => value.code);
    assert.equal(new Set(codes).size, 40);
  },
);

testService('import results have the requested order, without unknown ids', {}, async (service) => {
  const { create, add } = tableCalls(service);
  const table = await create('items', fields);
  const [first, second] = [await add(table, [item('a')]), await add(table, [item('b')])];
  const ask = (query: string) => service.call('GET', `/v1/database/query/import-results?${query}`);
  const ids = (body: { id: string }[]) => body.map((result) => result.id);
  assert.deepEqual(ids((await ask(`ids=${second.id}&ids=${first.id}`)).body), [second.id, first.id]);
  assert.deepEqual(ids((await ask(`ids=${first.id},${second.id},${'0'.repeat(24)},x`)).body), [
    first.id,
    second.id,
  ]);
  for (const query of ['', 'ids=', 'ids=,', `ids=${'x,'.repeat(1001)}`])
    assert.equal((await ask(query)).body.code, 40000);
  assert.equal((await ask(`ids=${'x,'.repeat(1000)}`)).status, 200);
});

const update = ({ call }: TestService, body: Record<string, unknown>) =>
  call('POST', '/v1/database/update/record', body);

testService(
  'a record is updated by id or by one unique value, and found by its new values',
  {},
  async (service) => {
    const { create, add, page } = tableCalls(service);
    const table = await create('items', fields);
    await add(table, [item('a', { ean: 1, price: 1 }), item('b', { ean: 2 })]);
    const [record] = (await page(table, { filter: { sku: 'a' } })).records;
    const byId = await update(service, {
      table_id: table,
      record_id: record.id,
      filter: { sku: 'b' },
      updated_fields: { sku: 'A', price: null, title: 'Renamed 标题' },
    });
    assert.equal(byId.status, 200);
    assert.deepEqual(byId.body, { code: 0, message: 'OK' });
    const [changed] = (await page(table, { keyword: '标题' })).records;
    assert.deepEqual(changed.value, { sku: 'A', ean: 1, title: 'Renamed 标题', price: null });
    assert.equal(changed.id, record.id);
    assert.equal(changed.created_at, record.created_at);
    assert.deepEqual(skus(await page(table, { filter: { price: null } })), ['A', 'b']);
    assert.equal((await page(table, { filter: { sku: 'a' } })).total_count, 0);
    assert.equal((await page(table, { keyword: 'item a' })).total_count, 0);

    await update(service, { table_id: table, filter: { ean: 2 }, updated_fields: { sku: 'a' } });
    assert.deepEqual(skus(await page(table, { filter: {} })), ['A', 'a']);
  },
);

testService('an invalid update is rejected and changes nothing', {}, async (service) => {
  const { create, add, page } = tableCalls(service);
  const table = await create('items', fields);
  await add(table, [item('a', { ean: 1 }), item('b', { ean: 2 })]);
  const refused: [status: number, message: RegExp, body: Record<string, unknown>][] = [
    [400, /record_id or filter/, { updated_fields: { price: 1 } }],
    [400, /updated_fields/, { filter: { sku: 'a' } }],
    [400, /updated_fields/, { filter: { sku: 'a' }, updated_fields: {} }],
    [400, /exactly one unique/, { filter: { title: 'Item a' }, updated_fields: { price: 1 } }],
    [400, /exactly one unique/, { filter: { sku: 'a', ean: 1 }, updated_fields: { price: 1 } }],
    [400, /exactly one unique/, { filter: {}, updated_fields: { price: 1 } }],
    [400, /filter\.sku/, { filter: { sku: null }, updated_fields: { price: 1 } }],
    [400, /filter\.ean/, { filter: { ean: '1' }, updated_fields: { price: 1 } }],
    [400, /price must be a number/, { filter: { sku: 'a' }, updated_fields: { price: 'x' } }],
    [400, /colour is not a field/, { filter: { sku: 'a' }, updated_fields: { colour: 'x' } }],
    [400, /title is required/, { filter: { sku: 'a' }, updated_fields: { title: null } }],
    [400, /sku must be unique/, { filter: { sku: 'a' }, updated_fields: { sku: 'b', price: 1 } }],
    [400, /sku must be unique/, { filter: { sku: 'a' }, updated_fields: { ean: 7, sku: 'b' } }],
    [404, /no such record/, { filter: { sku: 'z' }, updated_fields: { price: 1 } }],
    [404, /no such record/, { record_id: '0'.repeat(24), updated_fields: { price: 1 } }],
    [404, /no such record/, { record_id: 'x', updated_fields: { price: 1 } }],
  ];
  for (const [status, message, body] of refused) {
    const answer = await update(service, { table_id: table, ...body });
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(answer.body.code, 40000);
    assert.match(answer.body.message, message);
  }
  assert.equal((await page(table, { filter: { price: null } })).total_count, 2);
  assert.equal((await page(table, { filter: { ean: 7 } })).total_count, 0);
});

testService('many records are updated separately, and deleted together', {}, async (service) => {
  const { create, add, page } = tableCalls(service);
  const table = await create('items', fields);
  await add(table, [item('a'), item('b'), item('c')]);
  const [, second] = (await page(table, { filter: {} })).records;
  const change = (update_data: unknown) =>
    service.call('POST', '/v2/database/update/record', { table_id: table, update_data });
  const { body } = await change([
    { filter: { sku: 'a' }, updated_fields: { price: 5 } },
    { filter: { sku: 'nobody' }, updated_fields: { price: 5 } },
    { record_id: second.id, updated_fields: { sku: 'c' } },
    { record_id: second.id, updated_fields: { ean: 8 } },
  ]);
  assert.deepEqual([body.total_count, body.success_count, body.fail_count], [4, 2, 2]);
  assert.deepEqual(
    body.fail_detail.map((detail: { index: number }) => detail.index),
    [1, 2],
  );
  assert.match(body.fail_detail[1].fail_reason, /sku must be unique/);
  assert.deepEqual(skus(await page(table, { filter: { ean: 8 } })), ['b']);
  const one = { filter: { sku: 'a' }, updated_fields: { price: 6 } };
  assert.equal((await change(Array(100).fill(one))).body.success_count, 100);
  for (const wrong of [
    [],
    Array(101).fill(one),
    [{ updated_fields: { price: 1 } }],
    [{ filter: { sku: 'a' } }],
  ])
    assert.equal((await change(wrong)).body.code, 40000);

  const remove = (delete_data: unknown) =>
    service.call('POST', '/v2/database/delete/record', { table_id: table, delete_data });
  for (const wrong of [
    [],
    [{}],
    [{ filter: { sku: 'a' } }, { filter: { title: 'x' } }],
    Array(1001).fill({ filter: { sku: 'a' } }),
  ])
    assert.equal((await remove(wrong)).body.code, 40000);
  assert.equal((await page(table, { filter: {} })).total_count, 3);
  const gone = await remove([
    { filter: { sku: 'a' } },
    { record_id: second.id },
    { record_id: '0'.repeat(24) },
  ]);
  assert.deepEqual(gone.body, { code: 0, message: 'OK' });
  assert.deepEqual(skus(await page(table, { filter: {} })), ['c']);
  assert.equal((await page(table, { keyword: 'item a' })).total_count, 0);
  assert.equal((await add(table, [item('a')])).success_count, 1);
});

testService(
  'a table of another agent is 403131, of another workspace or unknown 403106',
  {},
  async (service) => {
    const { app } = service;
    const { agents, apiKeys, workspaces } = app.rooms;
    const own = await app.db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
    const newKey = (workspaceId: string, key: string) =>
      app.db.transaction(async (tx) => {
        const agent = await agents.create(tx, { workspaceId, name: 'Other' });
        await apiKeys.create(tx, { agentId: agent.id, name: 'x', key });
      });
    await newKey(own.workspace_id, 'app-neighbour');
    await newKey((await workspaces.create(app.db.query, { name: 'Other' })).id, 'app-stranger');
    const { create, add } = tableCalls(service);
    const table = await create('items', fields);
    const { id: importId } = await add(table, [item('a')]);
    const bodies: [path: string, body: Record<string, unknown>][] = [
      ['/v1/database/records/page', { filter: {} }],
      ['/v1/database/import/records', { records: [{ values: {} }] }],
      ['/v1/database/update/record', { filter: { sku: 'a' }, updated_fields: { price: 1 } }],
      [
        '/v2/database/update/record',
        { update_data: [{ filter: { sku: 'a' }, updated_fields: { price: 1 } }] },
      ],
      ['/v2/database/delete/record', { delete_data: [{ filter: { sku: 'a' } }] }],
    ];
    for (const [path, body] of bodies) {
      const ask = (table_id: string, key?: string) =>
        service.call('POST', path, { table_id, ...body }, key === undefined ? {} : { key });
      const neighbour = await ask(table, 'app-neighbour');
      assert.deepEqual([neighbour.status, neighbour.body.code], [403, 403131], path);
      for (const answer of [await ask(table, 'app-stranger'), await ask('0'.repeat(24)), await ask('orders')])
        assert.deepEqual([answer.status, answer.body.code], [404, 403106], path);
    }
    const results = await service.call(
      'GET',
      `/v1/database/query/import-results?ids=${importId}`,
      undefined,
      {
        key: 'app-neighbour',
      },
    );
    assert.deepEqual(results.body, []);
    const listed = await service.call('POST', '/v1/database/tables/page', {}, { key: 'app-neighbour' });
    assert.equal(listed.body.data.total, 0);
  },
);

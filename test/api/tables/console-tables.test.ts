import assert from 'node:assert/strict';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const fields = [
  { name: 'number', type: 'INT', required: true, unique: true },
  { name: 'item', type: 'TEXT', description: 'What was ordered' },
  { name: 'paid', type: 'BOOLEAN' },
];

const checkTable = async ({ agent, call }: ConsoleCalls): Promise<string> => {
  const made = await call('POST', `${agent}/tables`, { name: 'orders', description: 'Orders', fields });
  assert.equal(made.status, 201, made.text);
  const path = `${agent}/tables/${made.body.id}`;
  const twice = await call('POST', `${agent}/tables`, { name: 'orders', description: 'Orders', fields });
  assert.deepEqual([twice.status, twice.body.code], [409, 403108]);
  const nameless = await call('POST', `${agent}/tables`, { name: 'Orders', description: 'Orders', fields });
  assert.match(nameless.body.message, /^name /);
  const described = await call('PATCH', path, { name: 'purchases', description: 'What was bought' });
  assert.equal(described.body.name, 'purchases');
  assert.equal((await call('PATCH', `${path}/fields/paid`, { name: 'item' })).status, 400);
  const renamed = await call('PATCH', `${path}/fields/paid`, { name: 'is_paid', description: 'Paid for' });
  assert.deepEqual(
    renamed.body.fields.map(({ name }: { name: string }) => name),
    ['number', 'item', 'is_paid'],
  );
  assert.equal((await call('PATCH', `${path}/fields/paid`, { name: 'other' })).status, 404);
  return path;
};

const checkRecords = async ({ call }: ConsoleCalls, path: string) => {
  const records = `${path}/records`;
  for (const [number, item] of [
    [3, 'lamp'],
    [1, 'chair'],
    [2, null],
  ])
    assert.equal((await call('POST', records, { values: { number, item } })).status, 201);
  const longText = `needle ${'x'.repeat(1_500_000)}`;
  const long = await call('POST', records, { values: { number: 99, item: longText } });
  assert.equal(long.status, 201, long.text.slice(0, 300));
  const foundLong = await call('POST', `${records}/search`, { keyword: 'NEEDLE' });
  assert.equal(foundLong.body.items[0].values.item, longText);
  assert.equal((await call('DELETE', `${records}/${long.body.id}`)).status, 204);
  const refused = await call('POST', records, { values: { number: 1 } });
  assert.match(refused.body.message, /^number must be unique/);
  assert.match((await call('POST', records, { values: { item: 'x' } })).body.message, /^number is required/);
  const search = async (body: object) => {
    const { body: found } = await call('POST', `${records}/search`, body);
    return found.items.map(({ values }: { values: { number: number } }) => values.number);
  };
  assert.deepEqual(await search({}), [3, 1, 2]);
  assert.deepEqual(await search({ sort: { field: 'number' } }), [1, 2, 3]);
  // Records without a value come last, also across pages.
  assert.deepEqual(await search({ sort: { field: 'item', descending: true } }), [3, 1, 2]);
  assert.deepEqual(await search({ sort: { field: 'item' }, page: 2, pageSize: 2 }), [2]);
  assert.deepEqual(await search({ sort: { field: 'item' }, filter: { item: null } }), [2]);
  assert.deepEqual(await search({ keyword: 'CHAI' }), [1]);
  assert.deepEqual(await search({ filter: { number: 3 } }), [3]);
  const wrong = await call('POST', `${records}/search`, { sort: { field: 'colour' } });
  assert.equal(wrong.status, 400);

  const { body: all } = await call('POST', `${records}/search`, {});
  const [lamp, chair] = all.items;
  const changed = await call('PATCH', `${records}/${lamp.id}`, { values: { is_paid: true } });
  assert.deepEqual(changed.body.values, { number: 3, item: 'lamp', is_paid: true });
  assert.equal((await call('PATCH', `${records}/${lamp.id}`, { values: {} })).status, 400);
  const bad = await call('PATCH', `${records}/${lamp.id}`, { values: { is_paid: 'maybe' } });
  assert.match(bad.body.message, /is_paid must be true or false/);
  assert.equal((await call('DELETE', `${records}/${chair.id}`)).status, 204);
  assert.equal((await call('DELETE', `${records}/${chair.id}`)).status, 404);
};

const checkAddedField = async ({ call }: ConsoleCalls, path: string) => {
  const required = await call('POST', `${path}/fields`, { name: 'note', type: 'TEXT', required: true });
  assert.match(required.body.message, /^required must be false/);
  const added = await call('POST', `${path}/fields`, { name: 'note', type: 'TEXT' });
  assert.equal(added.status, 201, added.text);
  const lacking = await call('POST', `${path}/records/search`, { filter: { note: null } });
  assert.equal(lacking.body.total, 2);
  const { id } = lacking.body.items[0];
  await call('PATCH', `${path}/records/${id}`, { values: { note: '=1+1' } });
  const noted = await call('POST', `${path}/records/search`, { filter: { note: '=1+1' } });
  assert.equal(noted.body.total, 1);
};

const checkChangedFields = async ({ call }: ConsoleCalls, path: string) => {
  const namesOf = ({ body }: { body: { fields: { name: string; type: string }[] } }) =>
    body.fields.map(({ name, type }) => `${name} ${type}`);
  const refused = await call('PATCH', `${path}/fields/note`, { type: 'INT' });
  assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
  assert.match(refused.body.message, /^type cannot be INT: note must be a whole number.*"=1\+1"/);
  assert.equal((await call('PATCH', `${path}/fields/note`, { type: 'NUMBER' })).body.code, 403105);
  await call('POST', `${path}/fields`, { name: 'weight', type: 'TEXT' });
  const [{ id }] = (await call('POST', `${path}/records/search`, {})).body.items;
  await call('PATCH', `${path}/records/${id}`, { values: { weight: '1.50' } });
  const retyped = await call('PATCH', `${path}/fields/weight`, { type: 'FLOAT', name: 'kilos' });
  assert.equal(namesOf(retyped).at(-1), 'kilos FLOAT');
  const heavy = await call('POST', `${path}/records/search`, { filter: { kilos: 1.5 } });
  assert.equal(heavy.body.items[0].values.kilos, 1.5);
  const removed = await call('DELETE', `${path}/fields/kilos`);
  assert.deepEqual(namesOf(removed), ['number INT', 'item TEXT', 'is_paid BOOLEAN', 'note TEXT']);
  assert.equal((await call('DELETE', `${path}/fields/kilos`)).status, 404);
  assert.equal((await call('POST', `${path}/records/search`, { keyword: '1.5' })).body.total, 0);
};

const checkCsv = async ({ call }: ConsoleCalls, path: string) => {
  const exported = await call('GET', `${path}/export`);
  const lines = exported.text.split('\r\n');
  assert.equal(lines[0], '\uFEFFid,number,item,is_paid,note,created_at,updated_at');
  assert.ok(lines[1]!.includes(",3,lamp,true,'=1+1,"), lines[1]);

  const csv = "Number;Item;Is paid;Colour\n7;desk;yes;red\nseven;bed;no;\n3;again;;\n7;twice;;\n8;'=2;0;\n";
  const preview = await call('POST', `${path}/import/preview`, { csv });
  assert.deepEqual(preview.body.mapping, ['number', 'item', 'is_paid', null]);
  assert.deepEqual([preview.body.totalRows, preview.body.goodRows], [5, 2]);
  assert.deepEqual(preview.body.rows[0].values, { number: 7, item: 'desk', is_paid: true });
  assert.deepEqual(
    preview.body.rows.map(({ problem }: { problem: string | null }) =>
      problem?.split(' ').slice(0, 4).join(' '),
    ),
    [undefined, 'number must be a', 'number must be unique,', 'number must be unique,', undefined],
  );
  const before = await call('GET', path);
  const started = await call('POST', `${path}/import`, { csv, mapping: preview.body.mapping });
  assert.equal(started.status, 202, started.text);
  let result = started.body;
  await eventually('the import ends', async () => {
    result = (await call('GET', `${path}/imports/${started.body.id}`)).body;
    return result.status !== 'running';
  });
  assert.deepEqual([result.status, result.added, result.refused], ['done', 2, 3]);
  assert.deepEqual(
    result.failures.map(({ row }: { row: number }) => row),
    [2, 3, 4],
  );
  assert.equal((await call('GET', path)).body.recordCount, before.body.recordCount + 2);
  const unguarded = await call('POST', `${path}/records/search`, { filter: { number: 8 } });
  assert.equal(unguarded.body.items[0].values.item, '=2');
  for (const [body, message] of [
    [{ csv: 'number' }, /^csv must have/],
    [{ csv: 'a,b\n1,2' }, /No column/],
    [{ csv: 'a\n1', mapping: ['colour'] }, /^mapping\[0\]/],
    [{ csv: 'a,b\n1,2', mapping: ['number'] }, /^mapping must have 2/],
    [{ csv: 'a,b\n1,2', mapping: ['number', 'number'] }, /^mapping\[1\] is used twice/],
    [{ csv: `number\n${'1\n'.repeat(10_001)}` }, /at most 10000 rows/],
    [{ csv: `number${',a'.repeat(1000)}\n1` }, /at most 1000 columns/],
    [{ csv: `number\n${'x'.repeat(4_000_000)}` }, /4000000/],
    // Unclosed quotes, which make the parser start again many times.
    [{ csv: `"${'""\n,'.repeat(900_000)}"` }, /^csv takes too long/],
  ] as const)
    assert.match((await call('POST', `${path}/import`, body)).body.message, message);
};

testService('tables and their records are managed through the management API', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const path = await checkTable(calls);
  await checkRecords(calls, path);
  await checkAddedField(calls, path);
  await checkChangedFields(calls, path);
  await checkCsv(calls, path);
  const audit = await service.app.db.query
    .selectFrom('audit_entries')
    .select(['action', 'changes'])
    .execute();
  const actions = new Set(audit.map(({ action }) => action));
  for (const action of [
    'table.create',
    'table.add-field',
    'table.remove-field',
    'record.update',
    'record.delete',
  ])
    assert.ok(actions.has(action), action);
  // Table data must be erasable, but the audit log is permanent.
  assert.ok(audit.every(({ changes }) => !changes.includes('lamp')));
});

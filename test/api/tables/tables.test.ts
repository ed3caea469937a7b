import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestService, testService, withService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const field = (more: Record<string, unknown> = {}) => ({ name: 'title', type: 'TEXT', ...more });
const definition = (more: Record<string, unknown> = {}) => ({
  name: 'books',
  description: 'All books',
  fields: [field()],
  ...more,
});
const create = ({ call }: TestService, body: unknown) => call('POST', '/v1/database/create-table', body);

const refusals: [why: string, code: number, body: Record<string, unknown>][] = [
  ['no name', 403100, definition({ name: undefined })],
  ['an empty name', 403100, definition({ name: '' })],
  ['a name that is no text', 403100, definition({ name: 5 })],
  ['a name of 33 characters', 403100, definition({ name: 'a'.repeat(33) })],
  ['a name that starts with a digit', 403100, definition({ name: '1books' })],
  ['a name with a capital', 403100, definition({ name: 'Books' })],
  ['a name that ends with a line', 403100, definition({ name: 'books\n' })],
  ['no description', 403101, definition({ description: undefined })],
  ['a blank description', 403101, definition({ description: '  ' })],
  ['a description of 129 characters', 403101, definition({ description: '书'.repeat(129) })],
  ['no fields', 403102, definition({ fields: undefined })],
  ['an empty list of fields', 403102, definition({ fields: [] })],
  ['fields that are no list', 403102, definition({ fields: { title: 'TEXT' } })],
  [
    '65 fields',
    403111,
    definition({ fields: Array.from({ length: 65 }, (_, i) => field({ name: `f${i}` })) }),
  ],
  ['a field without a name', 403103, definition({ fields: [field({ name: undefined })] })],
  ['a field name of 33 characters', 403103, definition({ fields: [field({ name: 'f'.repeat(33) })] })],
  ['a field name with a hyphen', 403103, definition({ fields: [field({ name: 'a-b' })] })],
  ['two fields of one name', 403103, definition({ fields: [field(), field({ type: 'INT' })] })],
  ['a field that is null', 403103, definition({ fields: [null] })],
  [
    'a field description of 129 characters',
    403104,
    definition({ fields: [field({ description: '😀'.repeat(129) })] }),
  ],
  ['a field description that is no text', 403104, definition({ fields: [field({ description: 7 })] })],
  ['a field without a type', 403105, definition({ fields: [field({ type: undefined })] })],
  ['an unknown type', 403105, definition({ fields: [field({ type: 'text' })] })],
  ['a flag that is no boolean', 40000, definition({ fields: [field({ unique: 'yes' })] })],
];

test('every invalid part of a table is rejected with its own code', async () => {
  await withService('sqlite', {}, async (service) => {
    for (const [why, code, body] of refusals) {
      const answer = await create(service, body);
      assert.equal(answer.status, 400, why);
      assert.equal(answer.body.code, code, why);
    }
    const { body } = await service.call('POST', '/v1/database/tables/page', {});
    assert.equal(body.data.total, 0);
  });
});

test('names, descriptions and fields are allowed up to their limits, counted in code points', async () => {
  await withService('sqlite', {}, async (service) => {
    const fields = Array.from({ length: 64 }, (_, index) => field({ name: `${index}_`.padEnd(32, 'x') }));
    const longest = { name: 'a'.repeat(32), description: '😀'.repeat(128), fields };
    fields[0] = field({ name: '_a', description: '书'.repeat(128), required: null });
    const { status, body } = await create(service, longest);
    assert.equal(status, 200);
    assert.match(body.data, /^[0-9a-f]{24}$/);
    assert.deepEqual(Object.keys(body), ['code', 'message', 'data']);

    const page = await service.call('POST', '/v1/database/tables/page', {});
    const [table] = page.body.data.tables;
    assert.equal(table.field_count, 64);
    assert.deepEqual(table.fields[0], {
      name: '_a',
      description: '书'.repeat(128),
      type: 'TEXT',
      required: false,
      unique: false,
    });
  });
});

testService('a table name is unique per agent, also in two concurrent calls', {}, async (service) => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(service, definition())));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409]);
  assert.ok(answers.every((answer) => answer.status === 200 || answer.body.code === 403108));
});

testService('the tables of an agent are listed in the order of creation', {}, async (service) => {
  const { create: make } = tableCalls(service);
  const ids = [];
  for (const name of ['one', 'two', 'three']) ids.push(await make(name, [field()]));
  const { body } = await service.call('POST', '/v1/database/tables/page', { page: 2, page_size: 2 });
  assert.equal(body.code, 0);
  assert.equal(body.data.total, 3);
  assert.deepEqual(
    body.data.tables.map((table: { id: string }) => table.id),
    ids.slice(2),
  );
  const [table] = body.data.tables;
  const agent = (await service.call('POST', '/v1/database/tables/page', { page_size: 1 })).body.data
    .tables[0];
  assert.equal(table.bot_id, agent.bot_id);
  assert.match(table.bot_id, /^[0-9a-f]{24}$/);
  for (const page_size of [0, 101])
    assert.equal((await service.call('POST', '/v1/database/tables/page', { page_size })).body.code, 40000);
});

testService(
  'a repeated create-table with the same Idempotency-Key creates one table',
  {},
  async (service) => {
    const send = () =>
      service.call('POST', '/v1/database/create-table', definition(), {
        headers: { 'idempotency-key': 'k1' },
      });
    const [first, second] = [await send(), await send()];
    assert.equal(second.status, 200);
    assert.equal(first.body.data, second.body.data);
  },
);

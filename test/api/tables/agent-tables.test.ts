import assert from 'node:assert/strict';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const makeOrders = async ({ call, app }: TestService): Promise<string> => {
  const { body } = await call('POST', '/v1/database/create-table', {
    name: 'orders',
    description: 'Orders of our customers and where they are',
    fields: [
      { name: 'number', description: 'Order number', type: 'INT', required: true, unique: true },
      { name: 'status', description: 'Where the order is', type: 'TEXT', required: true, unique: false },
      {
        name: 'customer',
        description: 'User id of the customer',
        type: 'TEXT',
        required: false,
        unique: false,
      },
    ],
  });
  const table_id: string = body.data;
  await call('POST', '/v1/database/import/records', {
    table_id,
    records: [
      { values: { number: 1042, status: 'on its way to you', customer: 'ada' } },
      { values: { number: 1043, status: 'waiting for payment', customer: 'bob' } },
    ],
  });
  await app.rooms.jobs.idle();
  return table_id;
};

const ask = async ({ call, newConversation }: TestService, text: string, userId = 'ada') =>
  (await call('POST', '/v1/conversation/message', { conversation_id: await newConversation(userId), text }))
    .body.text as string;

testService('the embedded model answers a question over a table', {}, async (service) => {
  await makeOrders(service);
  assert.match(await ask(service, 'What is the status of order 1042?'), /on its way to you/);
  assert.match(await ask(service, 'What is the status of order 1043?'), /waiting for payment/);
  assert.doesNotMatch(
    await ask(service, 'What is the status of order 9999?'),
    /on its way|waiting for payment/,
  );
});

testService('with an owner field a user sees only their own records', {}, async (service) => {
  const tableId = await makeOrders(service);
  const { tables, agents } = service.app.rooms;
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const agent = (await agents.find(id))!;
  await tables.setOwnerField(service.app.db.query, await tables.require(agent, tableId), 'customer');
  assert.match(await ask(service, 'What is the status of order 1042?', 'ada'), /on its way to you/);
  assert.doesNotMatch(await ask(service, 'What is the status of order 1042?', 'bob'), /on its way to you/);
});

let scripted: ScriptedModel = createScriptedModel();

testService(
  'tables are offered to a model as tools; forbidden actions are not offered, and the trace shows writes with the user',
  () => {
    scripted = createScriptedModel((request, call) =>
      call === 1
        ? [{ call: { id: 'c', name: 'table_lookup_orders', argumentsText: '{"filter":{"number":1042}}' } }]
        : call === 3
          ? [
              {
                call: {
                  id: 'd',
                  name: 'table_add_orders',
                  argumentsText: '{"number":7,"status":"new"}',
                },
              },
            ]
          : [{ say: `offered: ${request.tools.map((tool) => tool.name).join(' ')}` }],
    );
    return { models: scripted.models };
  },
  async (service) => {
    await makeOrders(service);
    assert.equal(await ask(service, 'Where is 1042?'), 'offered: table_lookup_orders');
    const told = scripted.requests[1]!.messages.at(-1)!;
    assert.ok(told.role === 'tool' && told.text.includes('on its way to you'));

    await service.configure({ tables: { add: true } });
    assert.match(await ask(service, 'Order something', 'eve'), /table_add_orders/);
    const traces = await service.app.db.query.selectFrom('traces').select('steps').execute();
    const steps = traces.flatMap(
      (trace) => JSON.parse(trace.steps) as { name: string; detail?: { did?: string } }[],
    );
    const write = steps.find((step) => step.name === 'table_add_orders');
    assert.match(write!.detail!.did!, /"user_id":"eve"/);
    const page = await service.call('POST', '/v1/database/records/page', {
      table_id: (await service.call('POST', '/v1/database/tables/page', {})).body.data.tables[0].id,
      filter: { number: 7 },
    });
    assert.equal(page.body.data.records[0].value.status, 'new');
  },
);

import assert from 'node:assert/strict';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { filesHolding, tablesHolding } from '../../support/databases/search-everything.ts';
import { createScriptedModel, type ScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

let scripted: ScriptedModel = createScriptedModel();
const model = () => {
  scripted = createScriptedModel(() => [{ say: 'ok' }], { usage: usageOf(100, 50) });
  return { models: scripted.models };
};

testService(
  'attributes are set, changed, returned and shown to the model',
  model,
  async ({ call, newConversation }) => {
    const set = (property_values: object[]) =>
      call('POST', '/v1/property/update', { user_id: 'ada', property_values });
    const first = await set([
      { property_name: 'plan', value: 'gold' },
      { property_name: 'city', value: 'Paris' },
    ]);
    assert.deepEqual(first.body, {
      success_update: [
        { property_name: 'plan', value: 'gold' },
        { property_name: 'city', value: 'Paris' },
      ],
      fail_update: [],
    });
    const mixed = await set([
      { property_name: 'plan', value: 'silver' },
      { property_name: '', value: 'x' },
    ]);
    assert.equal(mixed.body.success_update.length, 1);
    assert.equal(mixed.body.fail_update.length, 1);
    const read = await call('GET', '/v2/user-property/query?user_ids=ada,nobody');
    assert.deepEqual(read.body, [
      {
        user_id: 'ada',
        property_values: [
          { property_name: 'city', value: 'Paris' },
          { property_name: 'plan', value: 'silver' },
        ],
      },
      { user_id: 'nobody', property_values: [] },
    ]);
    await call('POST', '/v1/conversation/message', {
      conversation_id: await newConversation('ada'),
      text: 'hi',
    });
    const system = scripted.requests.at(-1)!.messages[0]!;
    assert.ok(
      system.role === 'system' && system.text.includes('plan: silver') && system.text.includes('city: Paris'),
    );
  },
);

testService('invalid attributes are rejected', model, async ({ call }) => {
  for (const body of [
    {},
    { user_id: 'a' },
    { user_id: 'a', property_values: [] },
    { user_id: 'a', property_values: [{ property_name: 5, value: 'x' }] },
    { user_id: 'x'.repeat(33), property_values: [{ property_name: 'p', value: 'x' }] },
  ]) {
    const answer = await call('POST', '/v1/property/update', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.code, 40000);
  }
  assert.equal((await call('GET', '/v2/user-property/query')).status, 400);
});

testService(
  'an identified visitor keeps conversations and attributes, and is erased with the user',
  model,
  async (service) => {
    const { call, app } = service;
    const guest = await openVisit(service, { email: 'somebody-51c2@guest.example' });
    const anonymousId: string = guest.session.visitor.anonymous_id;
    const conversationId = conversationOf(await guest.send('Do you ship to Basel?'));
    await call('POST', '/v1/property/update', {
      user_id: anonymousId,
      property_values: [{ property_name: 'city', value: 'Basel' }],
    });
    const listedOf = async (userId: string) =>
      (await call('GET', `/v1/bot/conversation/page?user_id=${userId}`)).body.list;
    // Repeated and parallel calls change nothing.
    const bind = () =>
      call('POST', '/v1/user/set-userid', { anonymous_id: anonymousId, user_id: 'ada-51c2' });
    for (const answer of [...(await Promise.all([bind(), bind()])), await bind()])
      assert.deepEqual([answer.status, answer.body], [200, { code: 0, message: 'OK' }]);
    assert.deepEqual(await listedOf(anonymousId), []);
    const [moved] = await listedOf('ada-51c2');
    assert.deepEqual([moved.conversation_id, moved.conversation_type], [conversationId, 'WIDGET']);
    assert.equal((await call('GET', '/v1/message/qa/record/page')).body.qa[0].user_id, 'ada-51c2');
    const read = await call('GET', `/v2/user-property/query?user_ids=ada-51c2,${anonymousId}`);
    assert.deepEqual(
      read.body.map(({ property_values }: { property_values: object[] }) => property_values),
      [[{ property_name: 'city', value: 'Basel' }], []],
    );
    // The page continues where it was.
    assert.equal(conversationOf(await guest.send('And to Bern?')), conversationId);

    const { remove } = await operatorOf(service);
    assert.equal((await remove('/user?userId=ada-51c2')).status, 200);
    await app.rooms.jobs.idle();
    for (const trace of ['51c2', anonymousId, 'Basel'])
      assert.deepEqual(
        [await tablesHolding(app.db, trace), filesHolding(service.folder, trace)],
        [[], []],
        trace,
      );
  },
);

testService(
  'later messages of an identified visitor are erased with the user, and the browser becomes a new visitor',
  model,
  async (service) => {
    const { call, app } = service;
    const guest = await openVisit(service);
    const anonymousId: string = guest.session.visitor.anonymous_id;
    await guest.send('Hello');
    await call('POST', '/v1/user/set-userid', { anonymous_id: anonymousId, user_id: 'ada' });
    await guest.call('POST', '/conversations');
    await guest.send('And another thing');
    const { remove } = await operatorOf(service);
    assert.equal((await remove('/user?userId=ada')).body.conversations, 2);
    await app.rooms.jobs.idle();
    assert.deepEqual(await tablesHolding(app.db, anonymousId), []);
    const again = await openVisit(service, { browser_secret: guest.secret });
    assert.notEqual(again.session.visitor.anonymous_id, anonymousId);
    assert.deepEqual(await again.listed(), []);
  },
);

testService('set-userid rejects an id that this service did not create', model, async ({ call }) => {
  const answer = await call('POST', '/v1/user/set-userid', { anonymous_id: 'made-up', user_id: 'ada' });
  assert.equal(answer.status, 400);
  assert.match(answer.body.message, /anonymous_id/);
});

testService(
  'a key returns its agent, and the agent its properties',
  model,
  async ({ call, app, configure }) => {
    const agent = await app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    assert.deepEqual((await call('GET', '/v1/api-key/verify')).body, { type: 'agent', id: agent.id });
    assert.equal((await call('GET', '/v1/api-key/verify', undefined, { key: 'app-wrong' })).status, 401);
    await configure({ questionTokenLimit: 99, memory: { longTerm: false } });
    assert.deepEqual((await call('GET', '/v1/bot/detail')).body, {
      bot_id: agent.id,
      name: 'Default',
      bot_type: 'SIMPLE',
      question_limit: 99,
      short_term_memory: true,
      long_term_memory: false,
    });
  },
);

testService('the bill is the sum of the ledger', model, async ({ call, configure, newConversation }) => {
  await configure({ prices: { textInputPerMillion: '3', textOutputPerMillion: '15' } });
  const conversation_id = await newConversation();
  for (let round = 0; round < 3; round++)
    await call('POST', '/v1/conversation/message', { conversation_id, text: 'hi' });
  const { body } = await call('GET', '/v1/account/bill/total');
  assert.equal(body.total, 0.00315);
  assert.equal(body.chat, 0.00315);
  assert.equal(body.tts, 0);
  const { list } = (await call('GET', '/v1/bot/conversation/page')).body;
  assert.equal(list[0].cost_credit, body.total);
  const upTo = await call('GET', '/v1/account/bill/total?end_date=2020-02-29');
  assert.deepEqual([upTo.body.start_date, upTo.body.end_date], ['2020-02-01', '2020-02-29']);
  const past = await call('GET', '/v1/account/bill/total?start_date=2020-01-01&end_date=2020-01-31');
  assert.deepEqual(
    [past.body.start_date, past.body.end_date, past.body.total],
    ['2020-01-01', '2020-01-31', 0],
  );
  for (const query of [
    'start_date=soon',
    'start_date=2020-02-31',
    'start_date=2020-02-01&end_date=2020-01-01',
  ])
    assert.equal((await call('GET', `/v1/account/bill/total?${query}`)).body.code, 40000, query);
});

testService('the bill by day has the days with costs, newest first', model, async (service) => {
  const { call, app } = service;
  await service.configure({ prices: { textInputPerMillion: '3', textOutputPerMillion: '15' } });
  const conversation_id = await service.newConversation();
  const dayMs = 86_400_000;
  const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  const nowMs = Date.now();
  for (const age of [0, 0, 3, 5]) {
    await call('POST', '/v1/conversation/message', { conversation_id, text: 'hi' });
    const newest = app.db.query
      .selectFrom('ledger_entries')
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(1);
    await app.db.query
      .updateTable('ledger_entries')
      .set({ created_at: nowMs - age * dayMs })
      .where('id', '=', newest)
      .execute();
  }
  const page = async (query: string) =>
    (await call('GET', `/v1/account/bill/page?start_date=${dayOf(nowMs - 20 * dayMs)}${query}`)).body;
  const all = await page('');
  assert.deepEqual(
    all.map(({ date, total, chat }: { date: string; total: number; chat: number }) => [date, total, chat]),
    [
      [dayOf(nowMs), 0.0021, 0.0021],
      [dayOf(nowMs - 3 * dayMs), 0.00105, 0.00105],
      [dayOf(nowMs - 5 * dayMs), 0.00105, 0.00105],
    ],
  );
  assert.deepEqual(await page('&page=2&page_size=2'), all.slice(2));
  const tooLong = await call('GET', '/v1/account/bill/page?start_date=2020-01-01&end_date=2020-03-31');
  assert.equal(tooLong.body.code, 40000);
  assert.match(tooLong.body.message, /at most 90 days/);
  const longest = await call('GET', '/v1/account/bill/page?start_date=2020-01-01&end_date=2020-03-30');
  assert.deepEqual(longest.body, []);
});

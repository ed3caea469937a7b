import assert from 'node:assert/strict';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

testService(
  'a round that failed cannot be rated, neither by answer_id nor by message_id',
  () => createScriptedModel(() => [{ say: 'Half a' }, { fail: 'cut' }]),
  async ({ app, call, newConversation }) => {
    const conversation_id = await newConversation();
    const sent = await call('POST', '/v1/conversation/message', { conversation_id, text: 'hi' });
    assert.equal(sent.body.code, 50000);
    const round = await app.db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
    for (const answer_id of [round.answer_id, round.id])
      for (const [path, rating] of [
        ['feedback', { feedback: 'POSITIVE' }],
        ['quality', { quality: 'UNRESOLVED' }],
      ] as const) {
        const { status, body } = await call('POST', `/v1/message/${path}`, { answer_id, ...rating });
        assert.deepEqual([status, body.code], [400, 40000]);
        assert.match(body.message, /answer_id.*failed/);
      }
    const after = await app.db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([after.feedback, after.quality], ['NONE', 'NONE']);
  },
);

testService(
  '/v2/messages names a human item by its answer_id, and files by name, type and URL',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases: ['human'] }, async (bench) => {
      const conversation_id = await service.newConversation();
      const text = Buffer.from('The parcel is red.').toString('base64');
      await service.call('POST', '/v2/conversation/message', {
        conversation_id,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'See this' },
              { type: 'document', document: { base64_content: text, name: 'parcel.txt' } },
            ],
          },
        ],
      });
      await bench.send(conversation_id, 'human');
      await bench.heard(1);
      await bench.reply(conversation_id, 'Grace here.');
      const [delivered] = await bench.read(1);
      const { body } = await service.call('GET', `/v2/messages?conversation_id=${conversation_id}`);
      const [question, , , human] = body.conversation_content;
      assert.equal(human.from, 'human');
      assert.equal(human.message_id, delivered.answer_id);
      assert.notEqual(human.message_id, delivered.message_id);
      const [said, file] = question.content[0].branch_content;
      assert.deepEqual(said, { type: 'text', text: 'See this' });
      const { url, ...rest } = file;
      assert.deepEqual(rest, { type: 'document', text: 'parcel.txt', name: 'parcel.txt' });
      const address = new URL(url);
      assert.match(address.search, /expires=\d+&signature=/);
      const fetched = await service.call('GET', address.pathname + address.search, undefined, { key: null });
      assert.deepEqual([fetched.status, fetched.text], [200, 'The parcel is red.']);
      const changed = url.replace(/expires=\d/, 'expires=9');
      const forged = new URL(changed);
      assert.equal(
        (await service.call('GET', forged.pathname + forged.search, undefined, { key: null })).status,
        404,
      );
    }),
);

const clock = createTestClock();

testService(
  'the same human reply counts as a retry for 60 seconds and as a new message afterwards',
  () => ({ ...createScriptedModel(), clock }),
  (service) =>
    withHandoff(
      service,
      { phrases: ['human'], firstReplySeconds: 3600, idleSeconds: 3600 },
      async (bench) => {
        const conversation = await service.newConversation();
        await bench.send(conversation, 'human');
        await bench.heard(1);
        const texts = async (): Promise<string[]> => {
          const { body } = await service.call(
            'GET',
            `/v2/messages?conversation_id=${conversation}&page_size=100`,
          );
          return body.conversation_content
            .filter(({ from }: { from?: string }) => from === 'human')
            .map(
              (item: { content: [{ branch_content: [{ text: string }] }] }) =>
                item.content[0].branch_content[0].text,
            );
        };
        await bench.reply(conversation, 'One moment.', 1);
        clock.advance(60_000);
        await bench.reply(conversation, 'One moment.', 1);
        assert.deepEqual(await texts(), ['One moment.']);
        clock.advance(1);
        await bench.reply(conversation, 'One moment.', 1);
        assert.deepEqual(await texts(), ['One moment.', 'One moment.']);
        await bench.reply(conversation, 'One moment.', 2);
        assert.equal((await texts()).length, 3, 'another timestamp is another message');
      },
    ),
);

let scripted: ScriptedModel = createScriptedModel();

testService(
  'attributes may be text, numbers or booleans, and come back as they were given',
  () => {
    scripted = createScriptedModel(() => [{ say: 'ok' }]);
    return { models: scripted.models };
  },
  async ({ call, newConversation }) => {
    const given = [
      { property_name: 'age', value: 42 },
      { property_name: 'answer', value: '42' },
      { property_name: 'balance', value: -0.5 },
      { property_name: 'no', value: false },
      { property_name: 'vip', value: true },
      { property_name: 'zero', value: 0 },
    ];
    const set = (property_values: object[]) =>
      call('POST', '/v1/property/update', { user_id: 'ada', property_values });
    assert.deepEqual((await set(given)).body, { success_update: given, fail_update: [] });
    const read = async () =>
      (await call('GET', '/v2/user-property/query?user_ids=ada')).body[0].property_values;
    assert.deepEqual(await read(), given);
    await call('POST', '/v1/conversation/message', { conversation_id: await newConversation(), text: 'hi' });
    const system = scripted.requests.at(-1)!.messages[0]!;
    assert.ok(system.role === 'system' && /age: 42\n/.test(system.text) && /vip: true/.test(system.text));
    // Another type of the same attribute replaces the old one; null and '' remove it.
    await set([
      { property_name: 'age', value: '43' },
      { property_name: 'vip', value: null },
      { property_name: 'no', value: '' },
      { property_name: 'zero', value: 1e300 },
    ]);
    assert.deepEqual(await read(), [
      { property_name: 'age', value: '43' },
      { property_name: 'answer', value: '42' },
      { property_name: 'balance', value: -0.5 },
      { property_name: 'zero', value: 1e300 },
    ]);
    for (const value of [{ a: 1 }, ['x']]) {
      const { status, body } = await set([{ property_name: 'plan', value }]);
      assert.deepEqual([status, body.code], [400, 40000]);
      assert.match(body.message, /^property_values\[0\]\.value must be/);
    }
  },
);

testService(
  'attributes of anonymous users are read by anonymous_ids',
  createScriptedModel,
  async ({ app, call }) => {
    const guest = app.rooms.users.newAnonymousId('WIDGET');
    const property_values = [{ property_name: 'plan', value: 'gold' }];
    await call('POST', '/v1/property/update', { user_id: guest, property_values });
    await call('POST', '/v1/property/update', { user_id: 'ada', property_values });
    const unknown = app.rooms.users.newAnonymousId('WIDGET');
    const { body } = await call(
      'GET',
      `/v2/user-property/query?anonymous_ids=${guest},${unknown}&user_ids=ada`,
    );
    assert.deepEqual(body, [
      { user_id: 'ada', property_values },
      { user_id: guest, anonymous_id: guest, property_values },
      { user_id: unknown, anonymous_id: unknown, property_values: [] },
    ]);
    const listed = await call('GET', `/v2/user-property/query?anonymous_ids[]=${guest}`);
    assert.equal(listed.body.length, 1);
    const many = Array.from({ length: 101 }, (_, at) => `u${at}`).join(',');
    for (const [query, message] of [
      ['', /user_ids or anonymous_ids is required/],
      ['anonymous_ids=ada', /anonymous_ids: must be IDs created by this service/],
      [`user_ids=${many}`, /at most 100/],
    ] as const) {
      const answer = await call('GET', `/v2/user-property/query?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 40000], query);
      assert.match(answer.body.message, message);
    }
  },
);

testService(
  'knowledge/base/page without paging parameters lists all bases',
  createScriptedModel,
  async (service) => {
    const { call } = service;
    for (let count = 0; count < 12; count += 1)
      await call('POST', '/v1/bot/knowledge/base/create', { name: `Base ${count}` });
    const lengthOf = async (query: string): Promise<number[]> => {
      const { body } = await call('GET', `/v1/bot/knowledge/base/page${query}`);
      return [body.knowledge_base.length, body.total];
    };
    assert.deepEqual(await lengthOf(''), [13, 13]);
    assert.deepEqual(await lengthOf('?page=&page_size='), [13, 13]);
    assert.deepEqual(await lengthOf('?page=1'), [10, 13]);
    assert.deepEqual(await lengthOf('?page_size=5'), [5, 13]);
    assert.deepEqual(await lengthOf('?page=2&page_size=10'), [3, 13]);
  },
);

testService(
  'a rerank_version that is not configured is answered without reranking, with a warning',
  createScriptedModel,
  async (service) => {
    await addTexts(service, [{ name: 'parcel.txt', text: 'Parcels arrive on Monday.' }]);
    const search = { prompt: 'When do parcels arrive?' };
    const plain = await service.call('POST', '/v1/vector/match', search);
    assert.equal(plain.body.warnings, undefined);
    for (const rerank_version of ['BGE-Rerank', 'Jina-colbert-v2']) {
      const { status, body } = await service.call('POST', '/v1/vector/match', { ...search, rerank_version });
      assert.equal(status, 200);
      assert.deepEqual([body.total, body.list], [plain.body.total, plain.body.list]);
      assert.equal(body.warnings.length, 1);
      assert.equal(typeof body.warnings[0].code, 'string');
      assert.match(body.warnings[0].message, new RegExp(`${rerank_version} is not configured`));
    }
    const other = await service.call('POST', '/v1/vector/match', { ...search, rerank_version: 'Cohere' });
    assert.deepEqual([other.status, other.body.code], [400, 40000]);
    const nothing = { prompt: 'x', rerank_version: 'BGE-Rerank', data_ids: [], group_ids: [] };
    const empty = await service.call('POST', '/v1/vector/match', nothing);
    assert.deepEqual([empty.status, empty.body.total, empty.body.warnings.length], [200, 0, 1]);
  },
);

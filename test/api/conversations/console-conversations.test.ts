import assert from 'node:assert/strict';
import { addPerson, operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { type TestService, testOperatorToken, testService } from '../../support/service/service.ts';

const unknownId = 'f'.repeat(24);

const ask = async (service: TestService, conversation_id: string, content: unknown) => {
  const { body } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content }],
  });
  return body as { message_id: string; answer_id: string };
};

testService('conversations are listed by user, channel and time', createScriptedModel, async (service) => {
  const { get } = await operatorOf(service);
  const first = await service.newConversation('ada');
  await ask(service, first, 'What does tea cost?');
  const second = await service.newConversation('bob');
  await ask(service, second, 'Hello');
  await service.newConversation('empty');

  const all = await get('/conversations');
  assert.deepEqual([all.body.total, all.body.items.length], [2, 2]);
  const ofAda = await get('/conversations?userId=ada');
  const [one] = ofAda.body.items;
  assert.deepEqual([one.id, one.subject, one.rounds, one.channel], [first, 'What does tea cost?', 1, 'API']);
  assert.equal((await get('/conversations?channel=WIDGET')).body.total, 0);
  const beginMs = Date.parse(one.recentChatAt);
  assert.equal((await get(`/conversations?userId=ada&from=${beginMs}&before=${beginMs + 1}`)).body.total, 1);
  assert.equal((await get(`/conversations?userId=ada&before=${beginMs}`)).body.total, 0);
  assert.equal((await get(`/conversations?from=${beginMs}&before=${beginMs}`)).status, 400);
  assert.equal((await get('/conversations?channel=MARS')).status, 400);
  assert.equal((await get(`/conversations/${first}`)).body.userId, 'ada');
  for (const id of [unknownId, 'x']) assert.equal((await get(`/conversations/${id}`)).status, 404);
});

testService(
  'a transcript shows who said what, files, and how each round ended',
  createScriptedModel,
  async (service) => {
    const { get, put } = await operatorOf(service);
    const id = await service.newConversation();
    const document = { base64_content: Buffer.from('# Menu\n\nTea.').toString('base64'), name: 'menu.md' };
    const { message_id } = await ask(service, id, [
      { type: 'text', text: 'Read this' },
      { type: 'document', document },
    ]);
    assert.equal((await put(`/rounds/${message_id}/quality`, { quality: 'FULLY_RESOLVED' })).status, 204);
    const { body } = await get(`/conversations/${id}/messages`);
    assert.deepEqual(
      body.items.map((item: { role: string; roundId: string }) => [item.role, item.roundId]),
      [
        ['user', message_id],
        ['assistant', message_id],
      ],
    );
    const [question, answer] = body.items;
    assert.deepEqual([question.files[0].name, question.files[0].kind], ['menu.md', 'document']);
    const opened = await service.call('GET', question.files[0].url, undefined, { key: null });
    assert.equal(opened.status, 200);
    assert.match(String(opened.headers['content-disposition']), /^attachment/);
    assert.match(answer.text, /You said/);
    assert.deepEqual(
      [answer.round.status, answer.round.quality, answer.round.error],
      ['done', 'FULLY_RESOLVED', null],
    );
    assert.equal((await put(`/rounds/${unknownId}/quality`, { quality: 'NONE' })).status, 404);
    assert.equal((await put(`/rounds/${message_id}/quality`, { quality: 'GREAT' })).status, 400);
  },
);

const withTool = () =>
  createScriptedModel(
    (_request, number) =>
      number === 1
        ? [{ call: { id: 'c1', name: 'no_such_tool', argumentsText: '{"city":"Oslo"}' } }]
        : [{ say: 'It is cold.' }],
    { usage: { ...usageOf(10, 5), promptCachedTokens: 4 } },
  );

testService('a round shows each step with its time, tokens, cost and error', withTool, async (service) => {
  await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
  const { get } = await operatorOf(service);
  const { message_id } = await ask(service, await service.newConversation(), 'How is the weather?');
  const { body } = await get(`/rounds/${message_id}`);
  const kinds = body.trace.map((step: { kind: string }) => step.kind);
  assert.deepEqual(
    kinds.filter((kind: string) => kind !== 'memory'),
    ['retrieval', 'model', 'tool', 'model'],
  );
  const model = body.trace.find((step: { kind: string }) => step.kind === 'model');
  // 10 + 5 tokens at 100 credits a million.
  assert.deepEqual([model.tokens.promptTokens, model.tokens.completionTokens], [10, 5]);
  assert.equal(model.tokens.promptCachedTokens, 4);
  assert.equal(model.credits, '0.0015');
  const tool = body.trace.find((step: { kind: string }) => step.kind === 'tool');
  assert.equal(tool.detail.arguments, '{"city":"Oslo"}');
  assert.match(tool.error, /no_such_tool/);
  assert.deepEqual([body.credits, body.status, body.answer], ['0.003', 'done', 'It is cold.']);
  assert.equal(body.tokens.promptTokens, 20);
  assert.equal((await get(`/rounds/${unknownId}`)).status, 404);
  const listed = await get('/rounds?pageSize=1');
  assert.deepEqual([listed.body.items[0].id, listed.body.hasMore], [message_id, false]);
  assert.deepEqual((await get('/rounds?feedback=GOOD')).body.items, []);
});

testService(
  'memories are listed and deleted one by one or all at once',
  createScriptedModel,
  async (service) => {
    await service.configure({ memory: { shortTermTokens: 150 } });
    const { get, remove } = await operatorOf(service);
    const id = await service.newConversation('ada');
    for (let round = 1; round <= 8; round += 1)
      await ask(service, id, `My favourite number is ${round}. Tell me something about it, please.`);
    await service.app.rooms.jobs.idle();
    const listed = await get(`/memories?conversationId=${id}`);
    assert.ok(listed.body.total > 1);
    const [memory] = listed.body.items;
    assert.equal(memory.userId, 'ada');
    assert.equal((await remove(`/memories/${memory.id}`)).status, 204);
    assert.equal((await remove(`/memories/${memory.id}`)).status, 404);
    assert.equal((await get('/memories?userId=ada')).body.total, listed.body.total - 1);
    assert.equal((await get('/user?userId=ada')).body.memories, listed.body.total - 1);
    assert.equal((await remove(`/conversations/${id}/memories`)).status, 204);
    assert.equal((await get('/memories')).body.total, 0);
    assert.equal((await get(`/conversations/${id}`)).body.summary, '');
    assert.equal((await remove('/user/memories?userId=ada')).status, 204);
  },
);

testService(
  'users with a conversation or an attribute are listed, in pages',
  createScriptedModel,
  async (service) => {
    const { get } = await operatorOf(service);
    for (const userId of ['bob', 'ada', 'ada', 'a/b?c', '\u{1F600}'])
      await ask(service, await service.newConversation(userId), 'Hello');
    await service.call('POST', '/v1/property/update', {
      user_id: 'zoe',
      property_values: [{ property_name: 'tier', value: 'gold' }],
    });
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const { body } = await get(`/users?pageSize=2&after=${encodeURIComponent(after)}`);
      seen.push(...body.items.map((user: { userId: string }) => user.userId));
      if (body.next === null) break;
      after = body.next;
    }
    assert.deepEqual(seen, ['a/b?c', 'ada', 'bob', 'zoe', '\u{1F600}']);
    const found = await get('/users?prefix=ad');
    assert.deepEqual(
      found.body.items.map(({ userId, conversations, rounds }: Record<string, unknown>) => [
        userId,
        conversations,
        rounds,
      ]),
      [['ada', 2, 2]],
    );
    const zoe = await get('/user?userId=zoe');
    assert.deepEqual([zoe.body.properties, zoe.body.lastActiveAt], [[{ name: 'tier', value: 'gold' }], null]);
    assert.equal((await get(`/user?userId=${encodeURIComponent('a/b?c')}`)).body.rounds, 1);
    assert.equal((await get('/user?userId=nobody')).status, 404);
  },
);

testService('usage is summed by day, agent and model', createScriptedModel, async (service) => {
  await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
  const { call, workspace, agentId } = await operatorOf(service);
  const id = await service.newConversation();
  for (const text of ['One', 'Two', 'Three']) await ask(service, id, text);
  const { db } = service.app;
  const dayMs = 86_400_000;
  const [entry] = await db.query.selectFrom('ledger_entries').selectAll().orderBy('id').execute();
  // All on one day, even around midnight.
  await db.query.updateTable('ledger_entries').set({ created_at: entry!.created_at }).execute();
  await db.query
    .updateTable('ledger_entries')
    .set({ created_at: entry!.created_at - 2 * dayMs, model: 'older' })
    .where('id', '=', entry!.id)
    .execute();
  const { body } = await call('GET', `${workspace}/usage`);
  const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  assert.deepEqual(
    body.items.map((item: Record<string, unknown>) => [
      item.day,
      item.agentId,
      item.model,
      item.kind,
      item.entries,
      item.promptTokens,
      item.completionTokens,
      item.credits,
    ]),
    [
      [dayOf(entry!.created_at - 2 * dayMs), agentId, 'older', 'chat', 1, 10, 5, '0.0015'],
      [dayOf(entry!.created_at), agentId, 'scripted', 'chat', 2, 20, 10, '0.003'],
    ],
  );
  assert.equal(body.credits, '0.0045');
  const other = await call('GET', `${workspace}/usage?agentId=${unknownId}`);
  assert.deepEqual([other.body.items, other.body.credits], [[], '0']);
  // Days without usage are listed, so that a chart shows them.
  assert.ok(other.body.days.includes(dayOf(entry!.created_at - dayMs)));
  assert.equal((await call('GET', `${workspace}/usage?from=1&before=1700000000`)).status, 400);
});

testService(
  'a viewer can read but not erase; another workspace sees nothing',
  createScriptedModel,
  async (service) => {
    const { call, workspace, agent, agentId } = await operatorOf(service);
    const id = await service.newConversation('ada');
    const { message_id } = await ask(service, id, 'Hello');
    const password = 'a long enough password';
    await addPerson(service, { workspace, email: 'v@example.com', role: 'viewer', password });
    const signedIn = await service.call(
      'POST',
      '/console/api/session',
      { email: 'v@example.com', password },
      { key: null },
    );
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    const asViewer = (method: 'GET' | 'DELETE' | 'PUT', path: string, body?: unknown) =>
      service.call(method, `/console/api${path}`, body, {
        key: null,
        headers: { cookie, 'x-frontdesk-console': '1' },
      });
    const reads = [
      '/conversations',
      `/conversations/${id}/messages`,
      `/rounds/${message_id}`,
      '/memories',
      '/users',
      '/user?userId=ada',
      '/export/qa?format=csv',
    ];
    for (const path of reads) assert.equal((await asViewer('GET', agent + path)).status, 200, path);
    const writes: ['DELETE' | 'PUT', string, unknown?][] = [
      ['DELETE', `/conversations/${id}`],
      ['DELETE', '/user?userId=ada'],
      ['DELETE', '/user/memories?userId=ada'],
      ['DELETE', `/conversations/${id}/memories`],
      ['PUT', `/rounds/${message_id}/quality`, { quality: 'NONE' }],
    ];
    for (const [method, path, body] of writes)
      assert.equal((await asViewer(method, agent + path, body)).status, 403, path);

    const made = await call('POST', '/workspaces', { name: 'Other' });
    const elsewhere = `/workspaces/${made.body.id}/agents/${agentId}`;
    for (const path of reads) assert.equal((await call('GET', elsewhere + path)).status, 404, path);
    for (const [method, path, body] of writes)
      assert.equal((await call(method, elsewhere + path, body)).status, 404, path);
    assert.equal((await asViewer('GET', elsewhere)).status, 404);
  },
);

testService('data of a deleted agent can still be erased', createScriptedModel, async (service) => {
  const { call, agent, get, remove } = await operatorOf(service);
  const id = await service.newConversation('ada');
  await ask(service, id, 'Hello');
  assert.equal((await call('DELETE', agent)).status, 204);
  assert.equal((await get('/conversations')).body.total, 1);
  assert.deepEqual((await remove('/user?userId=ada')).body, { conversations: 1, rounds: 1, files: 0 });
});

testService(
  'an OpenAPI document becomes tools that can be saved in an agent',
  createScriptedModel,
  async (service) => {
    const { call, workspace, agent } = await operatorOf(service);
    const document = {
      openapi: '3.1.0',
      servers: [{ url: 'https://shop.example.com/api' }],
      paths: {
        '/orders/{id}': {
          get: {
            operationId: 'getOrder',
            summary: 'Look up an order',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          },
        },
      },
    };
    const path = `${workspace}/tools/import`;
    for (const given of [document, JSON.stringify(document)]) {
      const { status, body } = await call('POST', path, { document: given });
      assert.equal(status, 200);
      assert.deepEqual(
        [body.tools[0].name, body.tools[0].url],
        ['getOrder', 'https://shop.example.com/api/orders/{id}'],
      );
    }
    const { body } = await call('POST', path, { document });
    const { version } = (await call('GET', agent)).body;
    const saved = await service.call(
      'PATCH',
      `/console/api${agent}`,
      { version, settings: { tools: { http: body.tools } } },
      { key: testOperatorToken },
    );
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    for (const bad of ['not: openapi', '{', 5, null, {}])
      assert.equal((await call('POST', path, { document: bad })).status, 400);
  },
);

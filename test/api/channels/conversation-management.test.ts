import assert from 'node:assert/strict';
import { conversationOf, listen, openLive, openVisit, type Visit } from '../../support/channels/visitor.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const titles = async (visit: Visit): Promise<[string, string][]> =>
  (await visit.call('GET', '/conversations')).body.conversations.map(
    ({ subject, title }: { subject: string; title: string }) => [subject, title],
  );

testService('a visitor names a conversation and removes the name', createScriptedModel, async (service) => {
  const visit = await openVisit(service);
  const path = `/conversations/${conversationOf(await visit.send('Where is my parcel?'))}`;
  const renamed = await visit.call('PATCH', path, { title: '  Parcel 📦  ' });
  assert.deepEqual([renamed.status, renamed.body.title], [200, 'Parcel 📦']);
  assert.deepEqual(await titles(visit), [['Where is my parcel?', 'Parcel 📦']]);
  assert.equal((await visit.call('PATCH', path, { title: '📦'.repeat(100) })).status, 200);
  for (const [title, rule] of [
    ['📦'.repeat(101), /^title: must have at most 100 characters/],
    ['a\nb', /^title: must not contain control characters/],
    ['a\u202eb', /^title: must not contain control characters/],
    [5, /title/],
    [null, /title/],
  ] as const) {
    const refused = await visit.call('PATCH', path, { title });
    assert.deepEqual([refused.status, refused.body.code], [400, 40000], String(title));
    assert.match(refused.body.message, rule);
  }
  assert.equal((await visit.call('PATCH', path, { title: '   ' })).status, 200);
  assert.deepEqual(await titles(visit), [['Where is my parcel?', '']]);
});

testService('only the owner renames and deletes a conversation', createScriptedModel, async (service) => {
  const owner = await openVisit(service);
  const other = await openVisit(service);
  const id = conversationOf(await owner.send('Mine?'));
  for (const hostile of [id, 'f'.repeat(24), 'x', '%27%20or%201=1', '..%2f..']) {
    const renamed = await other.call('PATCH', `/conversations/${hostile}`, { title: 'Stolen' });
    const deleted = await other.call('DELETE', `/conversations/${hostile}`);
    assert.deepEqual([renamed.status, renamed.body.code], [404, 40356], hostile);
    assert.deepEqual([deleted.status, deleted.body.code], [404, 40356], hostile);
  }
  assert.deepEqual(await titles(owner), [['Mine?', '']]);
});

testService(
  'a deleted conversation is gone for the visitor and marked for operators',
  createScriptedModel,
  async (service) => {
    const address = await listen(service.app);
    const visit = await openVisit(service);
    const answer = await visit.send('My secret is blue.');
    const id = conversationOf(answer);
    const [question] = await visit.read(id);
    const live = await openLive(address, visit, { conversationId: id });
    assert.equal((await visit.call('DELETE', `/conversations/${id}`)).status, 200);
    await live.ended;
    assert.deepEqual(await visit.listed(), []);
    for (const [method, path, body] of [
      ['GET', `/conversations/${id}/messages`, undefined],
      ['DELETE', `/conversations/${id}`, undefined],
      ['PATCH', `/conversations/${id}`, { title: 'x' }],
      ['GET', `/messages/${question.message_id}/stream`, undefined],
      ['GET', `/messages/${question.message_id}/version`, undefined],
      ['GET', `/live?conversation_id=${id}`, undefined],
      ['POST', '/messages', { text: 'Still there?', conversation_id: id }],
      ['POST', '/messages', { replaces: question.message_id }],
    ] as const)
      assert.equal((await visit.call(method, path, body)).status, 404, `${method} ${path}`);
    // The next message starts a new conversation.
    const reopened = await openVisit(service, { browser_secret: visit.secret });
    assert.equal(reopened.session.conversation, null);
    assert.notEqual(conversationOf(await reopened.send('Hello again')), id);
    // The operator keeps the record.
    const listed = await service.call('GET', '/v1/bot/conversation/page');
    assert.equal(listed.body.total, 2);
    const agent = (await service.app.rooms.agents.find(visit.agentId))!;
    const stored = await service.app.rooms.conversations.require(agent, id);
    assert.equal(typeof stored.hiddenAtMs, 'number');
  },
);

testService(
  'a deleted conversation is not recalled for the user',
  () => ({}),
  async (service) => {
    await service.configure({
      memory: { longTerm: true, longTermScope: 'user', shortTermTokens: 200 },
    });
    const visit = await openVisit(service);
    const id = conversationOf(await visit.send('My parrot is called Kiwi.'));
    const recall = () =>
      service.app.rooms.memory.recall({
        agentId: visit.agentId,
        conversationId: 'f'.repeat(24),
        userId: visit.session.visitor.anonymous_id,
        scope: 'user',
        query: 'What is my parrot called?',
        olderThanSequence: 1,
        limit: 5,
        signal: new AbortController().signal,
      });
    assert.match((await recall())[0]!.text, /Kiwi/);
    await visit.call('DELETE', `/conversations/${id}`);
    assert.deepEqual(await recall(), []);
  },
);

testService('deleting a conversation ends its human session', createScriptedModel, (service) =>
  withHandoff(service, { phrases: ['human please'] }, async (bench) => {
    const visit = await openVisit(service, { channel: 'WIDGET', email: 'ada@example.com' });
    const id = conversationOf(await visit.send('Hello'));
    await visit.send('human please', { conversation_id: id });
    await bench.heard(1);
    await bench.reply(id, 'Hello!');
    assert.equal((await visit.call('DELETE', `/conversations/${id}`)).status, 200);
    const calls = await bench.heard(2);
    assert.deepEqual([calls.at(-1)!.call, calls.at(-1)!.body.type], ['close', 'USER_CLOSED']);
    const agent = (await service.app.rooms.agents.find(visit.agentId))!;
    const { db, rooms } = service.app;
    const restarted = db.transaction((tx) =>
      rooms.handoff.start(tx, { agent, conversationId: id, trigger: 'operator' }),
    );
    await assert.rejects(restarted, { kind: 'conflict' });
    const late = await bench.reply(id, 'Are you there?');
    assert.deepEqual([late.status, late.body.code], [400, 40000]);
    await service.app.rooms.jobs.idle();
    const pending = await service.app.db.query
      .selectFrom('deliveries')
      .select('id')
      .where('status', '=', 'pending')
      .execute();
    assert.deepEqual(pending, []);
  }),
);

testService(
  'deleting a conversation stops its running answer',
  () => {
    const { models } = createScriptedModel(() => [{ say: 'slow' }, { wait: new Promise(() => {}) }]);
    return { models };
  },
  async (service) => {
    const visit = await openVisit(service);
    const running = visit.send('Slow?');
    const statusOf = () =>
      service.app.db.query.selectFrom('rounds').select(['status', 'conversation_id']).executeTakeFirst();
    await eventually('the round runs', async () => (await statusOf())?.status === 'running');
    const { conversation_id } = (await statusOf())!;
    await visit.call('DELETE', `/conversations/${conversation_id}`);
    await running;
    assert.equal((await statusOf())?.status, 'stopped');
  },
);

import assert from 'node:assert/strict';
import { bodyOf, withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { status } from '../../support/servers/receiver.ts';
import { type TestService, testOperatorToken, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const operator = async (service: TestService) => {
  const options = { key: testOperatorToken };
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    service.call(method, `/console/api${path}`, body, options);
  const workspace = `/workspaces/${(await call('GET', '/workspaces')).body.items[0].id}`;
  const agent = (await call('GET', `${workspace}/agents`)).body.items[0].id;
  return { call, workspace, agent };
};

testService('an operator starts and ends a session, once each', createScriptedModel, (service) =>
  withHandoff(service, {}, async (bench) => {
    const { call, workspace, agent } = await operator(service);
    const conversationId = await service.newConversation();
    await bench.send(conversationId, 'Hello');
    await bench.read(1);
    const begin = () => call('POST', `${workspace}/agents/${agent}/handoffs`, { conversationId });
    const started = await begin();
    assert.deepEqual(
      [started.status, started.body.status, started.body.trigger],
      [201, 'opening', 'operator'],
    );
    const again = await begin();
    assert.deepEqual([again.status, again.body.id], [200, started.body.id]);
    await bench.heard(1);
    await service.app.rooms.jobs.idle();
    const open = await call('GET', `${workspace}/handoffs?status=open`);
    assert.equal(open.body.total, 1);
    const [item] = open.body.items;
    assert.deepEqual(
      [item.conversationId, item.subject, item.agentName],
      [conversationId, 'Hello', (await call('GET', `${workspace}/agents/${agent}`)).body.name],
    );
    for (let times = 0; times < 2; times++) {
      const closed = await call('POST', `${workspace}/handoffs/${started.body.id}/close`);
      assert.deepEqual([closed.status, closed.body.closeReason], [200, 'OPERATOR_CLOSED']);
    }
    const heard = await bench.heard(2);
    assert.deepEqual(
      heard.map((one) => one.call),
      ['establish', 'close'],
    );
    const unknown = await call('POST', `${workspace}/handoffs/${'f'.repeat(24)}/close`);
    assert.equal(unknown.status, 404);
    const log = await call('GET', '/audit');
    const actions = log.body.items.map(({ action }: { action: string }) => action);
    assert.equal(actions.filter((action: string) => action === 'handoff.start').length, 1);
    assert.equal(actions.filter((action: string) => action === 'handoff.close').length, 1);
  }),
);

testService('a session that nobody could answer is not started', createScriptedModel, (service) =>
  withHandoff(service, { baseUrl: null }, async () => {
    const { call, workspace, agent } = await operator(service);
    const conversationId = await service.newConversation();
    const path = `${workspace}/agents/${agent}/handoffs`;
    assert.match((await call('POST', path, { conversationId })).body.message, /no human service/);
    await service.configure({ webhook: { url: null }, humanService: { baseUrl: 'http://127.0.0.1:9' } });
    assert.match((await call('POST', path, { conversationId })).body.message, /no webhook address/);
    assert.equal((await call('POST', path, { conversationId: 'f'.repeat(24) })).status, 404);
    assert.equal((await call('GET', `${workspace}/handoffs`)).body.total, 0);
  }),
);

testService(
  'deliveries are listed with their attempts, and replayed one by one or together',
  createScriptedModel,
  (service) =>
    withHandoff(service, {}, async (bench) => {
      const { call, workspace } = await operator(service);
      bench.user.answerWith(status(410));
      const conversation = await service.newConversation();
      await bench.send(conversation, 'one');
      await bench.read(1);
      await service.app.rooms.jobs.idle();
      const dead = (await call('GET', `${workspace}/deliveries?status=dead`)).body;
      assert.equal(dead.total, 1);
      const [{ id }] = dead.items;
      const detail = (await call('GET', `${workspace}/deliveries/${id}`)).body;
      assert.equal(detail.log.length, 1);
      assert.equal(detail.log[0].httpStatus, 410);
      assert.equal(JSON.parse(detail.body).conversation_id, conversation);

      bench.user.answerWith(status(200));
      await service.configure({ webhook: { disabled: false } });
      const replayed = await call('POST', `${workspace}/deliveries/${id}/replay`);
      assert.equal(replayed.status, 200);
      await bench.read(2);
      assert.equal(bench.user.calls[1]!.headers['webhook-id'], id);
      await service.app.rooms.jobs.idle();
      const all = await call('POST', `${workspace}/deliveries/replay`, {});
      assert.deepEqual(all.body, { replayed: 0 });
      const range = { status: 'delivered', from: 0, before: Date.now() + 1000, conversationId: conversation };
      assert.deepEqual((await call('POST', `${workspace}/deliveries/replay`, range)).body, { replayed: 1 });
      await bench.read(3);
      assert.equal((await call('GET', `${workspace}/deliveries/${'f'.repeat(24)}`)).status, 404);
      assert.equal((await call('POST', `${workspace}/deliveries/${'f'.repeat(24)}/replay`)).status, 404);
    }),
);

testService(
  'events notify the webhook of the start and end of a session, if enabled',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases: ['human'] }, async (bench) => {
      await service.configure({ webhook: { events: 'all' } });
      const conversation_id = await service.newConversation('ada');
      await bench.send(conversation_id, 'human');
      await bench.heard(1);
      await service.call('POST', '/v1/human/close', { conversation_id, timestamp: 1 });
      const closedCall = () => bench.user.calls.map(bodyOf).find(({ event }) => event === 'handoff.closed');
      await eventually('the end was reported', () => closedCall() !== undefined);
      const [started] = await bench.read(2);
      const closed = closedCall();
      assert.equal(started.event, 'handoff.started');
      assert.equal(started.data.trigger, 'phrase');
      assert.deepEqual(
        [closed.event, closed.conversation_id, closed.conversation_type, closed.user_id, closed.data.reason],
        ['handoff.closed', conversation_id, 'API', 'ada', 'HUMAN_CLOSED'],
      );
      assert.equal(closed.data.session_id, started.data.session_id);
    }),
);

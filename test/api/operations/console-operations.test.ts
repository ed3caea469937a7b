import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService, withService } from '../../support/service/service.ts';

const seedFailures = async ({ app }: TestService, { workspaceId, agentId }: ConsoleCalls) => {
  await app.db.query
    .insertInto('failed_jobs')
    .values({
      id: 'job-1',
      workspace_id: workspaceId,
      queue: 'knowledge-ingest',
      ordering_key: null,
      group_key: '',
      payload: '{"documentId":"a","key":"secret"}',
      attempts: 5,
      error: 'the embedding server is away',
      created_at: 1,
      failed_at: 2,
    })
    .execute();
  await app.db.query
    .insertInto('deliveries')
    .values({
      id: 'd'.repeat(24),
      workspace_id: workspaceId,
      agent_id: agentId,
      conversation_id: null,
      visitor_id: null,
      kind: 'reply',
      target: 'message',
      path: '',
      body: '{}',
      status: 'dead',
      attempts: 11,
      schedule_step: 10,
      next_attempt_at: null,
      http_status: 500,
      receiver_code: null,
      error: 'The receiver answered 500',
      created_at: 3,
      ended_at: 4,
    })
    .execute();
};

const checkOperations = async ({ base, call, follow }: ConsoleCalls) => {
  // A time zone in which it is noon, so that no midnight passes during the test.
  const minuteOfDay = Math.floor(Date.now() / 60_000) % 1440;
  const overview = await call('GET', `${base}/overview?utcOffsetMinutes=${720 - minuteOfDay}`);
  assert.deepEqual(
    ['agents', 'conversationsToday', 'roundsToday', 'failedRoundsToday', 'deadDeliveries', 'failedJobs'].map(
      (name) => overview.body[name],
    ),
    [1, 1, 2, 1, 1, 1],
  );
  const failures = await call('GET', `${base}/failures`);
  assert.deepEqual(
    failures.body.items.map(({ kind }: { kind: string }) => kind),
    ['round', 'delivery', 'job'],
  );
  const first = await call('GET', `${base}/failures?limit=1`);
  const rest = await call('GET', `${base}/failures?before=${first.body.nextBefore}`);
  assert.deepEqual([...first.body.items, ...rest.body.items], failures.body.items);

  const queues = await call('GET', `${base}/jobs/queues`);
  const ingest = queues.body.items.find(({ queue }: { queue: string }) => queue === 'knowledge-ingest');
  assert.equal(ingest.failed, 1);
  const jobs = await call('GET', `${base}/jobs?state=failed`);
  assert.equal(jobs.body.items[0].error, 'the embedding server is away');
  assert.doesNotMatch(jobs.text, /secret/);
  assert.equal((await call('POST', `${base}/jobs/unknown/retry`)).status, 404);
  assert.equal((await call('POST', `${base}/jobs/job-1/retry`)).status, 204);
  assert.deepEqual((await call('GET', `${base}/jobs?state=failed`)).body.items, []);

  const service = await call('GET', `${base}/service`);
  assert.deepEqual(
    service.body.processes.map(({ isThis }: { isThis: boolean }) => isThis),
    [true],
  );
  assert.match(service.body.version, /^\d+\.\d+\.\d+/);
  const [told] = await follow(`${base}/events`, (events) => events.length > 0);
  assert.deepEqual([told!.event, told!.data.deadDeliveries], ['attention', 1]);
  const usage = await call('GET', `${base}/usage`);
  assert.equal(usage.body.days.length, 31);
};

const checkModels = async ({ base, agentId, call }: ConsoleCalls) => {
  const configured = await call('GET', `${base}/models`);
  assert.equal(configured.body.model.isEmbedded, true);
  const kinds = await call('GET', '/console/api/model-providers');
  assert.deepEqual(
    kinds.body.items.map(({ provider }: { provider: string }) => provider),
    ['embedded', 'openai', 'anthropic', 'google'],
  );
  const own = await call('POST', `${base}/models/test`, {});
  assert.deepEqual([own.body.ok, own.body.reason], [true, null]);
  const wrong = await call('POST', `${base}/models/test`, { model: { provider: 'openai', name: 'm' } });
  assert.match(wrong.body.message, /model.*baseUrl/);
  const foreign = await call('POST', `${base}/models/test`, { agentId: '0'.repeat(24) });
  assert.equal(foreign.status, 404);
  assert.equal((await call('POST', `${base}/models/test`, { agentId })).body.ok, true);
};

const checkWebhook = async ({ agent, call }: ConsoleCalls) => {
  const receiver = await startReceiver((_call, response) => response.writeHead(418).end('short and stout'));
  const path = `${agent}/webhook/check`;
  const unset = await call('POST', path, { target: 'message' });
  assert.match(unset.body.message, /settings\.webhook\.url/);
  const settings = {
    webhook: { url: receiver.url, signingSecrets: ['whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cywgbG9uZw=='] },
  };
  const checked = await call('POST', path, { target: 'message', settings });
  assert.deepEqual(
    checked.body.calls.map(({ name, httpStatus, excerpt }: Record<string, unknown>) => [
      name,
      httpStatus,
      excerpt,
    ]),
    [['message', 418, 'short and stout']],
  );
  assert.equal(checked.body.ok, false);
  const [got] = receiver.calls;
  assert.equal(JSON.parse(got!.body).type, 'test');
  assert.match(String(got!.headers['webhook-signature']), /^v1,/);
  assert.equal((await call('GET', agent)).body.settings.webhook.url, null);
  await receiver.close();
};

const checkHumanService = async ({ agent, call }: ConsoleCalls) => {
  const desk = await startReceiver(({ path }, response) =>
    path.endsWith('/talk') ? response.writeHead(404).end('no such path') : response.writeHead(200).end('{}'),
  );
  const settings = { humanService: { baseUrl: desk.url, chatPath: '/talk' } };
  const { body } = await call('POST', `${agent}/webhook/check`, { target: 'human_service', settings });
  assert.equal(body.ok, false);
  assert.deepEqual(
    body.calls.map(({ name, ok, httpStatus }: Record<string, unknown>) => [name, ok, httpStatus]),
    [
      ['establish', true, 200],
      ['chat', false, 404],
      ['close', true, 200],
    ],
  );
  assert.deepEqual(
    desk.calls.map(({ path, body: sent }) => [path, JSON.parse(sent).test, JSON.parse(sent).conversation_id]),
    ['/hook/conversation/establish', '/hook/talk', '/hook/conversation/close'].map((path) => [
      path,
      true,
      'test',
    ]),
  );
  await desk.close();
};

const checkKeys = async (service: TestService, { agent, call }: ConsoleCalls) => {
  const verify = async (key: string) =>
    (await service.call('GET', '/v1/api-key/verify', undefined, { key })).status;
  const made = await call('POST', `${agent}/keys`, { name: 'Shop' });
  const rotated = await call('POST', `${agent}/keys/${made.body.id}/rotate`, { graceMinutes: 60 });
  assert.equal(rotated.body.name, 'Shop');
  assert.deepEqual([await verify(made.body.key), await verify(rotated.body.key)], [200, 200]);
  const again = await call('POST', `${agent}/keys/${rotated.body.id}/rotate`, {});
  assert.deepEqual([await verify(rotated.body.key), await verify(again.body.key)], [401, 200]);
  assert.equal((await call('POST', `${agent}/keys/${rotated.body.id}/rotate`, {})).status, 404);
  const audit = await service.app.db.query.selectFrom('audit_entries').select('changes').execute();
  assert.ok(audit.every(({ changes }) => !changes.includes(again.body.key)));
};

const checkConversations = async ({ agent, base, call }: ConsoleCalls, conversationId: string) => {
  const found = await call('GET', `${agent}/conversations/search?words=PARCEL`);
  assert.deepEqual(
    found.body.items.map(({ id }: { id: string }) => id),
    [conversationId],
  );
  assert.equal((await call('GET', `${agent}/conversations/search?words=ada`)).body.items.length, 1);
  assert.equal((await call('GET', `${agent}/conversations/search?words=%25`)).status, 400);
  const said = await call('GET', `${agent}/conversations/${conversationId}/messages`);
  assert.ok(said.body.items.every(({ citations }: { citations: unknown }) => Array.isArray(citations)));
  assert.deepEqual((await call('GET', `${base}/handoffs/open`)).body.items, []);
};

const failsAtSecond = () =>
  createScriptedModel((_request, count) => (count === 2 ? [{ fail: 'unreachable' }] : [{ say: 'Fine.' }]));

testService(
  'operators see the state of the service, test their settings, and retry what failed',
  () => ({ models: failsAtSecond().models }),
  async (service) => {
    const calls = await openConsoleCalls(service);
    const conversationId = await service.newConversation('ada');
    for (const content of ['Where is my parcel?', 'And now?'])
      await service.call('POST', '/v2/conversation/message', {
        conversation_id: conversationId,
        messages: [{ role: 'user', content }],
      });
    await seedFailures(service, calls);
    await checkOperations(calls);
    await checkModels(calls);
    await checkWebhook(calls);
    await checkHumanService(calls);
    await checkKeys(service, calls);
    await service.app.rooms.conversations.indexing.catchUp();
    await checkConversations(calls, conversationId);
  },
);

test('a model is tested at its address, and its key is never shown', () =>
  withService('sqlite', {}, async (service) => {
    const { base, call } = await openConsoleCalls(service);
    const server = await startModelServer(['Fine', '.']);
    const model = { provider: 'openai', baseUrl: server.url, name: 'm', apiKey: 'key-of-the-operator-123' };
    const good = await call('POST', `${base}/models/test`, { model });
    assert.deepEqual([good.body.ok, good.body.text, good.body.name], [true, 'Fine.', 'm']);
    assert.ok(good.body.firstTokenMs <= good.body.latencyMs);
    await server.close();
    const gone = await call('POST', `${base}/models/test`, { model });
    assert.equal(gone.body.ok, false);
    assert.ok(gone.body.reason.length > 0);
    const inside = { ...model, baseUrl: 'http://127.0.0.2/v1' };
    const blocked = await call('POST', `${base}/models/test`, { model: inside });
    assert.equal(blocked.status, 400);
    assert.match(blocked.body.message, /^settings\.model\.baseUrl: 127\.0\.0\.2 /);
    for (const { text } of [good, gone, blocked]) assert.doesNotMatch(text, /key-of-the-operator/);
  }));

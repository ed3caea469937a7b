import assert from 'node:assert/strict';
import { createScriptedModel, type ScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';

let scripted: ScriptedModel = createScriptedModel();
const counting = () => {
  scripted = createScriptedModel((_request, call) => [{ say: `answer ${call}` }]);
  return { models: scripted.models };
};

const send = ({ call }: TestService, body: object, key?: string) =>
  call(
    'POST',
    '/v2/conversation/message',
    body,
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  );

const rounds = ({ app }: TestService) => app.db.query.selectFrom('rounds').selectAll().execute();

testService(
  'the same Idempotency-Key and body give the same reply, one run and one charge',
  counting,
  async (service) => {
    const conversation_id = await service.newConversation();
    const body = { conversation_id, messages: [{ role: 'user', content: 'Hi' }] };
    const first = await send(service, body, 'k1');
    // Bodies compare as JSON: the order of names does not matter.
    const second = await send(
      service,
      { messages: [{ content: 'Hi', role: 'user' }], conversation_id },
      'k1',
    );
    assert.deepEqual(second.body, first.body);
    assert.equal(scripted.requests.length, 1);
    assert.equal((await rounds(service)).length, 1);
    const other = await send(service, body, 'k2');
    assert.notEqual(other.body.message_id, first.body.message_id);
  },
);

testService('50 parallel calls with one key are one round', counting, async (service) => {
  const conversation_id = await service.newConversation();
  const body = { conversation_id, messages: [{ role: 'user', content: 'Hi' }] };
  const replies = await Promise.all(Array.from({ length: 50 }, () => send(service, body, 'same')));
  assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([200]));
  assert.equal(new Set(replies.map((reply) => reply.body.message_id)).size, 1);
  assert.equal(scripted.requests.length, 1);
});

testService('a key used with another body is 40000', counting, async (service) => {
  const conversation_id = await service.newConversation();
  await send(service, { conversation_id, messages: [{ role: 'user', content: 'Hi' }] }, 'k');
  const answer = await send(service, { conversation_id, messages: [{ role: 'user', content: 'Ho' }] }, 'k');
  assert.equal(answer.status, 400);
  assert.equal(answer.body.code, 40000);
  assert.match(answer.body.message, /Idempotency-Key/);
});

testService('a rejected request leaves its key free', counting, async (service) => {
  const conversation_id = await service.newConversation();
  const refused = await send(
    service,
    { conversation_id: '0'.repeat(24), messages: [{ role: 'user', content: 'Hi' }] },
    'k',
  );
  assert.equal(refused.body.code, 40356);
  assert.equal(
    (await send(service, { conversation_id, messages: [{ role: 'user', content: 'Hi' }] }, 'k')).status,
    200,
  );
});

testService(
  'an empty key counts as absent and one of 256 characters is rejected',
  counting,
  async (service) => {
    const conversation_id = await service.newConversation();
    const body = { conversation_id, messages: [{ role: 'user', content: 'Hi' }] };
    await send(service, body, '');
    await send(service, body, '');
    assert.equal((await rounds(service)).length, 2);
    assert.equal((await send(service, body, 'k'.repeat(255))).status, 200);
    assert.equal((await send(service, body, 'k'.repeat(256))).body.code, 40000);
  },
);

testService(
  'keys survive a restart, and a repeated streaming call gets the same stream again',
  counting,
  async (service) => {
    const conversation_id = await service.newConversation();
    const body = { conversation_id, response_mode: 'streaming', messages: [{ role: 'user', content: 'Hi' }] };
    const first = await send(service, body, 'k');
    await service.restart();
    const second = await send(service, body, 'k');
    assert.equal(second.text, first.text);
    assert.equal(scripted.requests.length, 1);
  },
);

testService('creating a conversation twice with one key creates one', counting, async ({ call }) => {
  const headers = { 'idempotency-key': 'c' };
  const first = await call('POST', '/v1/conversation', { user_id: 'a' }, { headers });
  const second = await call('POST', '/v1/conversation', { user_id: 'a' }, { headers });
  assert.equal(second.body.conversation_id, first.body.conversation_id);
  assert.notEqual(
    (await call('POST', '/v1/conversation', { user_id: 'a' })).body.conversation_id,
    first.body.conversation_id,
  );
});

testService(
  'a stream can be resumed at every event, at once and after a restart',
  () =>
    createScriptedModel(() => [{ say: 'one ' }, { say: 'two ' }, { say: 'three' }], { usage: usageOf(3, 3) }),
  async (service) => {
    const conversation_id = await service.newConversation();
    const whole = await send(service, {
      conversation_id,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const events = readEvents(whole.text);
    const { message_id } = events[0]!.data as { message_id: string };
    const resume = (after: number, how: 'header' | 'query') =>
      how === 'header'
        ? service.call('GET', `/v1/conversation/message/stream?message_id=${message_id}`, undefined, {
            headers: { 'last-event-id': String(after) },
          })
        : service.call('GET', `/v1/conversation/message/stream?message_id=${message_id}&after=${after}`);
    for (const restarted of [false, true]) {
      if (restarted) await service.restart();
      for (let after = 0; after <= events.length; after++)
        for (const how of ['header', 'query'] as const) {
          const rest = await resume(after, how);
          assert.equal(rest.status, 200);
          assert.deepEqual(readEvents(rest.text), events.slice(after));
        }
    }
    assert.equal((await resume(999, 'query')).text, '');
  },
);

testService(
  'resuming rejects an invalid number or an unknown message',
  counting,
  async ({ call, newConversation }) => {
    const { body } = await call('POST', '/v1/conversation/message', {
      conversation_id: await newConversation(),
      text: 'x',
    });
    const bad = await call('GET', `/v1/conversation/message/stream?message_id=${body.message_id}&after=x`);
    assert.equal(bad.status, 400);
    const unknown = await call('GET', `/v1/conversation/message/stream?message_id=${'0'.repeat(24)}`);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.code, 40000);
    // A blocking round can be read as a stream too.
    const stream = await call('GET', `/v1/conversation/message/stream?message_id=${body.message_id}`);
    assert.deepEqual(
      readEvents(stream.text).map((event) => event.code),
      [11, 3, 10, 0],
    );
  },
);

let release = (): void => {};
const waiting = () => {
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  scripted = createScriptedModel(() => [{ say: 'so far ' }, { wait: gate }, { say: 'and the rest' }], {
    usage: usageOf(9, 9),
  });
  return { models: scripted.models };
};

const started = async (): Promise<void> => {
  while (scripted.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 20));
};

testService('stopping keeps the text so far and ends the stream properly', waiting, async (service) => {
  const conversation_id = await service.newConversation();
  const streaming = send(service, {
    conversation_id,
    response_mode: 'streaming',
    messages: [{ role: 'user', content: 'Hi' }],
  });
  await started();
  const [round] = await rounds(service);
  const stop = await service.call('POST', '/v1/conversation/message/stop', { message_id: round!.id });
  assert.deepEqual(stop.body, { message_id: round!.id });
  const events = readEvents((await streaming).text);
  assert.deepEqual(
    events.map((event) => event.code),
    [11, 3, 10, 4, 0],
  );
  assert.deepEqual(events[2]!.data, [{ content: 'so far ', branch: null, from_component_name: 'Default' }]);
  const [stored] = await rounds(service);
  assert.equal(stored!.status, 'stopped');
  assert.equal(stored!.answer_text, 'so far ');
  // Stopping again, when there is nothing to stop, is harmless.
  assert.equal(
    (await service.call('POST', '/v1/conversation/message/stop', { message_id: round!.id })).status,
    200,
  );
  assert.equal(
    (await service.call('POST', '/v1/conversation/message/stop', { message_id: '0'.repeat(24) })).status,
    404,
  );
});

testService('the reply is finished and stored although the client disconnected', waiting, async (service) => {
  const conversation_id = await service.newConversation();
  const address = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
  const client = new AbortController();
  const response = await fetch(`${address}/v2/conversation/message`, {
    method: 'POST',
    signal: client.signal,
    headers: {
      authorization: 'Bearer app-test-key-of-the-default-agent',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      conversation_id,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  });
  await response.body!.getReader().read();
  client.abort();
  await started();
  release();
  const { id } = (await rounds(service))[0]!;
  const stream = await service.call('GET', `/v1/conversation/message/stream?message_id=${id}`);
  assert.deepEqual(
    readEvents(stream.text).map((event) => event.code),
    [11, 3, 3, 10, 4, 0],
  );
  assert.equal((await rounds(service))[0]!.answer_text, 'so far and the rest');
});

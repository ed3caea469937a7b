import assert from 'node:assert/strict';
import { verifyWebhook } from '../../../packages/client/src/index.ts';
import type { OpenApiDocument } from '../../../src/http/openapi/index.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createDocumentValidator } from '../../support/document/document-validator.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { testService } from '../../support/service/service.ts';

const secret = `whsec_${Buffer.from('a signing secret of 32 bytes 123').toString('base64')}`;
const authorization = { scheme: 'Bearer', token: 'token-of-the-receiver' };

testService('an example of each webhook is sent like a real call, and shown', {}, async (service) => {
  const receiver = await startReceiver((_call, response) => response.writeHead(202).end('{"seen":true}'));
  try {
    const { call, agent, agentId } = await operatorOf(service);
    const settings = {
      webhook: { url: receiver.url, authorization, signingSecrets: [secret] },
      humanService: { baseUrl: receiver.url, chatPath: '/talk', authorization, signingSecrets: [secret] },
    };
    const document = (await service.call('GET', '/openapi.json')).body as OpenApiDocument;
    const validator = createDocumentValidator(document);
    const { items } = (await call('GET', `${agent}/webhook/examples`)).body;
    const kinds = new Set(items.map(({ name }: { name: string }) => name.split('.')[0]));
    assert.deepEqual(kinds, new Set(Object.keys(document.webhooks!)));
    const named = items.filter(({ name }: { name: string }) => name.startsWith('event.')).length;
    const events = document.components.schemas.DeliveredEvent as { oneOf: unknown[] };
    assert.equal(named, events.oneOf.length, 'one of each event');

    for (const { name, target } of items) {
      const {
        status,
        body: sent,
        text,
      } = await call('POST', `${agent}/webhook/examples/send`, { name, settings });
      assert.equal(status, 200, text);
      const received = receiver.calls.at(-1)!;
      assert.equal(sent.requestBody, received.body);
      assert.deepEqual([sent.httpStatus, sent.error, sent.excerpt], [202, null, '{"seen":true}']);
      assert.equal(sent.requestHeaders.authorization, 'Bearer …');
      for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'])
        assert.equal(sent.requestHeaders[header], received.headers[header], header);
      assert.equal(received.headers.authorization, 'Bearer token-of-the-receiver');
      const body = await verifyWebhook<Record<string, unknown>>(received.headers, received.body, secret);
      assert.equal(body.test, true);
      if ('bot_id' in body) assert.equal(body.bot_id, agentId);
      const [kind = ''] = name.split('.');
      const schema = document.webhooks![kind]!.post!.requestBody!.content['application/json']!.schema;
      const { test: _mark, ...rest } = body;
      validator.check(schema, rest, name);
      if (name === 'humanChat.text') assert.equal(received.path, '/hook/talk');
      assert.equal(target, kind.startsWith('human') ? 'human_service' : 'message');
    }
    assert.doesNotMatch(JSON.stringify((await call('GET', agent)).body), /token-of-the-receiver/);
  } finally {
    await receiver.close();
  }
});

testService('an example needs a receiver, and an unknown one is refused', {}, async (service) => {
  const { call, agent } = await operatorOf(service);
  const send = (body: object) => call('POST', `${agent}/webhook/examples/send`, body);
  assert.match((await send({ name: 'reply.agent' })).body.message, /settings\.webhook\.url must be set/);
  assert.match(
    (await send({ name: 'humanChat.text' })).body.message,
    /settings\.humanService\.baseUrl must be set/,
  );
  assert.equal((await send({ name: 'reply.nobody' })).status, 400);
  const unreachable = { webhook: { url: 'http://127.0.0.1:1/hook' } };
  const { status, body } = await send({ name: 'reply.agent', settings: unreachable });
  assert.equal(status, 200);
  assert.equal(body.httpStatus, null);
  assert.ok(body.error);
});

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  AuthenticationError,
  ConnectionError,
  Frontdesk,
  FrontdeskError,
  filePart,
  InvalidRequestError,
  RateLimitError,
  TimeoutError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../packages/client/src/index.ts';
import { openFile } from '../../packages/client/src/node.ts';
import { startCuttableProxy } from '../support/browser/cuttable-proxy.ts';
import { createScriptedModel, type ScriptedModel } from '../support/models/scripted-model.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { type TestService, testApiKey, testService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

const listen = (service: TestService): Promise<string> =>
  service.app.server.listen({ host: '127.0.0.1', port: 0 });

const clientOf = async (service: TestService, more: object = {}): Promise<Frontdesk> =>
  new Frontdesk({ baseUrl: await listen(service), apiKey: testApiKey, ...more });

const user = (content: string) => [{ role: 'user' as const, content }];

let scripted: ScriptedModel;
let gate: PromiseWithResolvers<void>;

testService(
  'a reply arrives as a whole or as a stream',
  () => createScriptedModel(() => [{ say: 'Hello ' }, { say: 'Ada' }]),
  async (service) => {
    const client = await clientOf(service);
    const { conversation_id } = await client.createConversation({ user_id: 'ada' });
    const reply = await client.sendMessage({ conversation_id, messages: user('Hi') });
    assert.ok('output' in reply && reply.output);
    assert.equal(reply.output[0]?.content.text, 'Hello Ada');
    const stream = client.streamMessage({ conversation_id, messages: user('Hi') });
    const texts: string[] = [];
    for await (const text of stream.texts()) texts.push(text);
    assert.deepEqual([texts.join(''), stream.text], ['Hello Ada', 'Hello Ada']);
    assert.ok(stream.messageId && stream.answerId);
    await assert.rejects(stream.finalText(), /read once/);
    assert.equal(
      await client.streamMessage({ conversation_id, messages: user('Hi') }).finalText(),
      'Hello Ada',
    );
    const citations = await client.listCitations({ message_id: stream.messageId });
    assert.ok(citations);
  },
);

testService(
  'a stream whose connection breaks again and again goes on without losing or repeating an event',
  () => {
    gate = Promise.withResolvers();
    return createScriptedModel(() => [
      ...['one ', 'two ', 'three '].map((say) => ({ say })),
      { wait: gate.promise },
      ...['four ', 'five'].map((say) => ({ say })),
    ]);
  },
  async (service) => {
    const line = await startCuttableProxy(await listen(service));
    try {
      const client = new Frontdesk({ baseUrl: line.url, apiKey: testApiKey, maxRetries: 20 });
      const { conversation_id } = await client.createConversation({ user_id: 'ada' });
      const stream = client.streamMessage({ conversation_id, messages: user('Count') });
      const codes: number[] = [];
      for await (const event of stream) {
        codes.push(event.code);
        if (event.code === 3 && event.data === 'three ') {
          line.takeDown();
          setTimeout(() => {
            line.restore();
            gate.resolve();
          }, 400);
        }
      }
      assert.equal(stream.text, 'one two three four five');
      assert.deepEqual(codes, [11, 3, 3, 3, 3, 3, 10, 4, 0]);
    } finally {
      await line.close();
    }
  },
);

testService(
  'a failed round, a refused call and a wrong key are typed errors with the id of the request',
  () => createScriptedModel(() => [{ say: 'Half' }, { fail: 'cut' }]),
  async (service) => {
    const client = await clientOf(service);
    const { conversation_id } = await client.createConversation({ user_id: 'ada' });
    const stream = client.streamMessage({ conversation_id, messages: user('Hi') });
    await assert.rejects(stream.finalText(), (error: FrontdeskError) => {
      assert.ok(error instanceof FrontdeskError && error.requestId);
      return error.code === 50_000;
    });
    assert.equal(stream.text, 'Half');
    const misspelt = { conversation_id, mesages: user('Hi') } as never;
    await assert.rejects(client.sendMessage(misspelt), (error: FrontdeskError) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.match(error.message, /messages.*did you mean messages/);
      return error.status === 400 && error.requestId !== undefined;
    });
    const stranger = new Frontdesk({ baseUrl: await service.app.server.listeningOrigin, apiKey: 'wrong' });
    await assert.rejects(stranger.getAgent(), AuthenticationError);
  },
);

testService(
  'calls can be aborted, and time out',
  () => {
    gate = Promise.withResolvers();
    scripted = createScriptedModel(() => [{ say: 'so far' }, { wait: gate.promise }]);
    return scripted;
  },
  async (service) => {
    const client = await clientOf(service, { timeoutMs: 300, maxRetries: 0 });
    const { conversation_id } = await client.createConversation({ user_id: 'ada' });
    await assert.rejects(client.sendMessage({ conversation_id, messages: user('Hi') }), TimeoutError);
    const other = (await client.createConversation({ user_id: 'ada' })).conversation_id;
    const controller = new AbortController();
    // A stream has no time limit.
    const stream = client.streamMessage(
      { conversation_id: other, messages: user('Hi') },
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(new Error('enough')), 900);
    await assert.rejects(stream.finalText(), /enough/);
    assert.equal(stream.text, 'so far');
    await client.stopMessage({ message_id: stream.messageId! });
    gate.resolve();
  },
);

testService(
  'lists are read page by page',
  () => createScriptedModel(() => [{ say: 'Yes' }]),
  async (service) => {
    const client = await clientOf(service);
    const ids = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      const { conversation_id } = await client.createConversation({ user_id: `user-${count}` });
      await client.sendMessage({ conversation_id, messages: user('Hi') });
      ids.add(conversation_id);
    }
    const found: string[] = [];
    for await (const { conversation_id } of client.iterate(
      'listConversations',
      { conversation_type: 'ALL' },
      { pageSize: 2 },
    ))
      found.push(conversation_id);
    assert.deepEqual(new Set(found), ids);
    assert.equal(found.length, 5);
  },
);

testService(
  'files are uploaded from the disk, from memory and from a stream',
  () => {
    scripted = createScriptedModel(() => [{ say: 'Seen' }]);
    return scripted;
  },
  async (service) => {
    const client = await clientOf(service);
    const path = join(mkdtempSync(join(tmpdir(), 'frontdesk-client-')), 'returns.md');
    writeFileSync(path, '# Returns\n\nReturns are free for 30 days.');
    const stream = new Blob([`Opening hours: ${'9 to 5. '.repeat(10_000)}`]).stream();
    const added = await client.uploadDocuments([
      await openFile(path),
      new File(['name,price\numbrella,12'], 'prices.csv'),
      { name: 'hours.txt', data: stream },
    ]);
    assert.deepEqual(
      added.map(({ name }) => name),
      ['returns.md', 'prices.csv', 'hours.txt'],
    );
    const states = await client.waitForDocuments(added.map(({ documentId }) => documentId));
    assert.deepEqual(new Set(states.map(({ data_status }) => data_status)), new Set(['AVAILABLE']));
    const { conversation_id } = await client.createConversation({ user_id: 'ada' });
    const document = await filePart('document', await openFile(path));
    await client.sendMessage({
      conversation_id,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, document] }],
    });
    assert.match(JSON.stringify(scripted.requests.at(-1)), /Returns are free/);
  },
);

testService(
  'a webhook is verified with its secret',
  () => createScriptedModel(() => [{ say: 'Yes' }]),
  async (service) => {
    const receiver = await startReceiver();
    try {
      const secret = `whsec_${Buffer.from('a signing secret of 32 bytes ...').toString('base64')}`;
      await service.configure({ webhook: { url: receiver.url, signingSecrets: [secret] } });
      const client = await clientOf(service);
      const { conversation_id } = await client.createConversation({ user_id: 'ada' });
      await client.sendMessage({ conversation_id, messages: user('Hi'), response_mode: 'webhook' });
      await eventually('the reply is delivered', () => receiver.calls.length === 1);
      const { headers, body } = receiver.calls[0]!;
      const sent = await verifyWebhook<{ output: { content: { text: string } }[] }>(headers, body, [
        'old one',
        secret,
      ]);
      assert.equal(sent.output[0]?.content.text, 'Yes');
      const web = new Headers(headers as Record<string, string>);
      await verifyWebhook(web, Buffer.from(body), secret);
      for (const [given, text, key] of [
        [headers, `${body} `, secret],
        [headers, body, 'another secret'],
        [{ ...headers, 'webhook-id': 'other' }, body, secret],
        [{ ...headers, 'webhook-signature': 'v1,%%%' }, body, secret],
        [{ ...headers, 'webhook-signature': undefined }, body, secret],
        [{ ...headers, 'webhook-timestamp': '1' }, body, secret],
      ] as const)
        await assert.rejects(verifyWebhook(given, text, key), WebhookVerificationError);
    } finally {
      await receiver.close();
    }
  },
);

/** A server that fails as often as told. */
const startFailing = async (failures: { status: number; headers?: Record<string, string> }[]) => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    const failure = failures.shift();
    if (failure?.status === 0) return request.socket.destroy();
    response.writeHead(failure?.status ?? 200, { 'content-type': 'application/json', ...failure?.headers });
    return response.end(failure ? 'down' : '{"conversation_id":"c","results":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    client: new Frontdesk({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: 'key', maxRetries: 3 }),
    keys,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

test('a call that is safe to repeat is repeated with the same key, others only if they were refused', async () => {
  const repeated = await startFailing([
    { status: 0 },
    { status: 503 },
    { status: 429, headers: { 'retry-after': '0' } },
  ]);
  assert.deepEqual(await repeated.client.createConversation({ user_id: 'ada' }), {
    conversation_id: 'c',
    results: [],
  });
  assert.equal(repeated.keys.length, 4);
  assert.equal(new Set(repeated.keys).size, 1);
  await repeated.close();

  const unsafe = await startFailing([{ status: 0 }]);
  await assert.rejects(unsafe.client.checkWebhooks(), ConnectionError);
  assert.deepEqual(unsafe.keys, [undefined]);
  await unsafe.close();

  const limited = await startFailing(
    Array.from({ length: 9 }, () => ({ status: 429, headers: { 'retry-after': '0' } })),
  );
  await assert.rejects(limited.client.getAgent(), RateLimitError);
  assert.equal(limited.keys.length, 4);
  await limited.close();
});

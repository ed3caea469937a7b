import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { type TestService, testService } from '../../support/service/service.ts';

/** A model server on loopback whose response the test sets. */
const withModelServer = async (
  answer: (response: ServerResponse) => void,
  work: (server: { url: string; calls: () => number }) => Promise<void>,
): Promise<void> => {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      calls += 1;
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  try {
    await work({ url, calls: () => calls });
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

const modelAt = (baseUrl: string, more: object = {}) =>
  ({ provider: 'openai', baseUrl, name: 'thinker', ...more }) as const;

const ask = async (service: TestService) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(),
    messages: [{ role: 'user', content: 'Hello' }],
  });

testService('operators see why a model failed, API callers do not', {}, (service) =>
  withModelServer(
    (response) => response.writeHead(500).end(),
    async ({ url }) => {
      await service.configure({ model: modelAt(url) });
      const sent = await ask(service);
      assert.deepEqual([sent.status, sent.body.code], [500, 50000]);
      assert.doesNotMatch(sent.text, /model server|HTTP 500/);

      const { call, agent, base } = await openConsoleCalls(service);
      const tried = readNamedEvents((await call('POST', `${agent}/try`, { text: 'Hello' })).text);
      const failure = tried.find(({ event, data }) => event === undefined && data.code === 50000);
      assert.equal(failure?.data.message, 'The model server failed (HTTP 500)');
      const last = tried.at(-1)!;
      assert.deepEqual([last.event, last.data.error], ['trace', 'The model server failed (HTTP 500)']);
      const { body } = await call('GET', `${base}/failures`);
      assert.equal(body.items[0].reason, 'The model server failed (HTTP 500)');
      // The stored stream has the fixed text, too.
      const again = await service.call('GET', `/v1/conversation/message/stream?message_id=${last.data.id}`);
      assert.doesNotMatch(again.text, /model server/);
    },
  ),
);

testService(
  'a silent model times out at its own limit for the first token, and is retried once if allowed',
  {},
  (service) =>
    withModelServer(
      () => {},
      async ({ url, calls }) => {
        // The model's timeout overrides the agent's, and the agent's overrides the service's 120 s.
        await service.configure({
          model: modelAt(url, { firstTokenTimeoutMs: 150 }),
          limits: { firstTokenTimeoutMs: 60_000 },
        });
        assert.equal((await ask(service)).body.code, 50000);
        assert.equal(calls(), 1);
        await service.configure({
          model: modelAt(url),
          limits: { firstTokenTimeoutMs: 150, retriesSilence: true },
        });
        const sent = await ask(service);
        assert.equal(calls(), 3);
        const round = await service.app.db.query
          .selectFrom('rounds')
          .select(['error_message', 'error_cause'])
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        assert.equal(
          round.error_cause,
          'The model server did not answer in time (No first token within 150 ms)',
        );
        assert.equal(sent.body.message, round.error_message);
      },
    ),
);

testService('a model that has sent a keep-alive is not retried', {}, (service) =>
  withModelServer(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': thinking\n\n');
    },
    async ({ url, calls }) => {
      await service.configure({
        model: modelAt(url),
        limits: { firstTokenTimeoutMs: 200, retriesSilence: true },
      });
      assert.equal((await ask(service)).body.code, 50000);
      assert.equal(calls(), 1);
    },
  ),
);

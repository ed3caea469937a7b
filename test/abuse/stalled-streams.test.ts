import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { readEvents, testApiKey, withService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

/** More than the operating system buffers for a client that does not read. */
const deltas = 32;
const delta = 'x'.repeat(512 * 1024);

test('a streaming client that does not read is disconnected; its round continues and can be resumed', async () => {
  const { models } = createScriptedModel(() => Array.from({ length: deltas }, () => ({ say: delta })));
  const timeouts = { writeIdleMs: 300, checkMs: 50 };
  await withService('sqlite', { models, timeouts }, async (service) => {
    const conversationId = await service.newConversation();
    await service.app.server.listen({ port: 0, host: '127.0.0.1' });
    const { server } = service.app.server;
    const connections = (): Promise<number> =>
      new Promise((resolve) => void server.getConnections((_error, count) => resolve(count)));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const body = JSON.stringify({
      conversation_id: conversationId,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    socket.write(
      `POST /v2/conversation/message HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testApiKey}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'readable');
    assert.match(String(socket.read(12)), /^HTTP\/1\.1 200/);
    await eventually('the connection is gone', async () => (await connections()) === 0);
    socket.destroy();

    const round = await service.app.db.query
      .selectFrom('rounds')
      .select(['id', 'status'])
      .executeTakeFirstOrThrow();
    const resumed = await service.call(
      'GET',
      `/v1/conversation/message/stream?message_id=${round.id}&after=1`,
    );
    const events = readEvents(resumed.text);
    assert.equal(events[0]?.id, 2);
    // Each delta, and the complete reply in the outputs at the end.
    assert.equal(events.filter(({ data }) => JSON.stringify(data).includes(delta)).length, deltas + 1);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openVisit } from '../../support/channels/visitor.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startHeldFiles } from '../../support/servers/held-files.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testApiKey, testService, withService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

/** A model that reads documents, so that no recognition is needed. */
const answering = () => ({
  models: createScriptedModel(() => [{ say: 'done' }], { takes: { document: true } }).models,
});

/** Long enough for a message to overtake another if it does not wait. */
const timeToOvertake = () => delay(100);

const questions = async ({ app }: TestService, conversationId: string): Promise<string[]> => {
  const rounds = await app.db.query
    .selectFrom('rounds')
    .select(['question', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence')
    .execute();
  const times = rounds.map((round) => round.created_at);
  assert.deepEqual(times, times.toSorted(), 'times follow the order of the conversation');
  return rounds.map((round) => JSON.parse(round.question)[0].text);
};

const withHeldFiles = async (use: (files: Awaited<ReturnType<typeof startHeldFiles>>) => Promise<void>) => {
  const files = await startHeldFiles();
  try {
    await use(files);
  } finally {
    await files.close();
  }
};

const sendV1 = (
  { call }: TestService,
  conversation_id: string,
  message: { text: string; url?: string; mode?: string; key?: string },
) =>
  call(
    'POST',
    '/v1/conversation/message',
    {
      conversation_id,
      text: message.text,
      response_mode: message.mode ?? 'blocking',
      ...(message.url ? { files: [{ url: message.url, name: 'a.txt' }] } : {}),
    },
    { headers: message.key ? { 'idempotency-key': message.key } : {} },
  );

const sendV2 = ({ call }: TestService, conversation_id: string, text: string, url?: string, mode?: string) =>
  call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: mode ?? 'blocking',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text },
          ...(url ? [{ type: 'document', document: { url, name: 'a.txt' } }] : []),
        ],
      },
    ],
  });

testService(
  'a message with a slow file is not overtaken by the next one, in every mode of both versions',
  answering,
  async (service, context) => {
    const receiver = await startReceiver();
    context.after(receiver.close);
    await service.configure({ webhook: { url: receiver.url } });
    const modes = ['blocking', 'streaming', 'webhook'];
    const ways = modes.flatMap((mode) => [
      (id: string, text: string, url?: string) =>
        sendV1(service, id, { text, mode, ...(url ? { url } : {}) }),
      (id: string, text: string, url?: string) => sendV2(service, id, text, url, mode),
    ]);
    const ids = await Promise.all(ways.map(() => service.newConversation()));
    await withHeldFiles(async (files) => {
      const slow = ways.map((send, index) => send(ids[index]!, 'with a file', files.url));
      await files.asked(ways.length);
      const quick = ways.map((send, index) => send(ids[index]!, 'without a file'));
      await timeToOvertake();
      for (const _ of ways) await files.send('Tea costs 3.');
      for (const { status } of await Promise.all([...slow, ...quick])) assert.equal(status, 200);
    });
    for (const id of ids) assert.deepEqual(await questions(service, id), ['with a file', 'without a file']);
  },
);

testService(
  'a request whose file does not arrive or is rejected gives up its position',
  answering,
  async (service) => {
    await withHeldFiles(async (files) => {
      const id = await service.newConversation();
      for (const end of [files.cut, () => files.send(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]))]) {
        const refused = sendV1(service, id, { text: 'with a file', url: files.url });
        await files.asked();
        const quick = sendV1(service, id, { text: 'without a file' });
        await timeToOvertake();
        await end();
        assert.equal((await refused).status, 400);
        assert.equal((await quick).status, 200);
      }
      assert.deepEqual(await questions(service, id), ['without a file', 'without a file']);
    });
  },
);

testService(
  'a slow file delays neither other conversations nor the replay of an earlier message',
  answering,
  async (service) => {
    await withHeldFiles(async (files) => {
      const id = await service.newConversation();
      const first = await sendV1(service, id, { text: 'first', key: 'k1' });
      const slow = sendV1(service, id, { text: 'with a file', url: files.url, key: 'k2' });
      await files.asked();
      const other = await sendV1(service, await service.newConversation(), { text: 'elsewhere' });
      assert.equal(other.status, 200);
      const replay = await sendV1(service, id, { text: 'first', key: 'k1' });
      assert.equal(replay.body.message_id, first.body.message_id);
      const twin = sendV1(service, id, { text: 'with a file', url: files.url, key: 'k2' });
      const last = sendV1(service, id, { text: 'last' });
      await timeToOvertake();
      await files.send('Tea costs 3.');
      await files.send('Tea costs 3.');
      assert.equal((await twin).body.message_id, (await slow).body.message_id);
      assert.equal((await last).status, 200);
      assert.deepEqual(await questions(service, id), ['first', 'with a file', 'last']);
    });
  },
);

testService(
  '20 messages keep their order when the database answers later requests first',
  answering,
  async (service) => {
    const { conversations } = service.app.rooms;
    const id = await service.newConversation();
    const find = conversations.require;
    let delayMs = 200;
    conversations.require = async (...args) => {
      delayMs -= 10;
      await delay(delayMs);
      return find(...args);
    };
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const sent = names.map((text) => sendV1(service, id, { text }));
    assert.ok((await Promise.all(sent)).every(({ status }) => status === 200));
    assert.deepEqual(await questions(service, id), names);
  },
);

testService('messages of a visitor keep their order', answering, async (service) => {
  const visit = await openVisit(service, { channel: 'SHARE' });
  const { conversations } = service.app.rooms.channels;
  const find = conversations.forMessage;
  let delayMs = 50;
  conversations.forMessage = async (...args) => {
    delayMs -= 10;
    await delay(delayMs);
    return find(...args);
  };
  const names = ['m0', 'm1', 'm2', 'm3'];
  const replies = await Promise.all(names.map((text) => visit.call('POST', '/messages', { text })));
  const id = String(replies[0]!.headers['x-conversation-id']);
  assert.deepEqual(await questions(service, id), names);
});

/** A request over a connection of its own, whose body is sent in pieces. */
const openRequest = async ({ app }: TestService, pieces: string[]) => {
  const { port } = app.server.server.address() as AddressInfo;
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  await once(socket, 'connect');
  const length = Buffer.byteLength(pieces.join(''));
  socket.write(
    `POST /v1/conversation/message HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${testApiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${pieces[0]}`,
  );
  // The service reads it before the next piece is sent.
  await timeToOvertake();
  return {
    sendRest: () => void socket.write(pieces.slice(1).join('')),
    cut: () => void socket.destroy(),
    answered: () => eventually('the request is answered', () => answer.startsWith('HTTP/1.1 200')),
  };
};

testService(
  'a request keeps the position of its headers while its body arrives',
  answering,
  async (service) => {
    await service.app.server.listen({ port: 0, host: '127.0.0.1' });
    const id = await service.newConversation();
    for (const pieces of [
      ['{', `"text": "slow", "conversation_id": "${id}"}`],
      [`{"conversation_id": "${id}", "te`, 'xt": "slow"}'],
    ]) {
      const slow = await openRequest(service, pieces);
      const quick = sendV1(service, id, { text: 'quick' });
      await timeToOvertake();
      slow.sendRest();
      await slow.answered();
      assert.equal((await quick).status, 200);
      slow.cut();
    }
    assert.deepEqual(await questions(service, id), ['slow', 'quick', 'slow', 'quick']);
  },
);

testService('a body that breaks off gives up its position', answering, async (service) => {
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  const [id, otherId] = [await service.newConversation(), await service.newConversation()];
  const named = await openRequest(service, [`{"conversation_id": "${id}", "text": "a`, 'b"}']);
  // Answered while the other body is still open: its conversation is known.
  assert.equal((await sendV1(service, otherId, { text: 'elsewhere' })).status, 200);
  const behind = sendV1(service, id, { text: 'behind' });
  await timeToOvertake();
  named.cut();
  assert.equal((await behind).status, 200);
  assert.deepEqual(await questions(service, id), ['behind']);
});

test('a body that stops before it names its conversation is not waited for', () =>
  withService('sqlite', answering(), async (service) => {
    await service.app.server.listen({ port: 0, host: '127.0.0.1' });
    const id = await service.newConversation();
    const unnamed = await openRequest(service, ['{', '}']);
    assert.equal((await sendV1(service, id, { text: 'other' })).status, 200);
    unnamed.cut();
  }));

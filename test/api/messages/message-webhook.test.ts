import assert from 'node:assert/strict';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { type ReceivedCall, type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { readEvents, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const model = () =>
  createScriptedModel(() => [{ say: 'Hello' }, { say: ', Ada.' }], { usage: usageOf(12, 7) });

const calls = async (receiver: Receiver, count: number): Promise<ReceivedCall[]> => {
  await eventually('the receiver was called', () => receiver.calls.length >= count);
  return receiver.calls;
};

const delivered = ({ body }: ReceivedCall) => JSON.parse(body);

const withoutIds = (body: Record<string, unknown>) => ({
  ...body,
  message_id: 0,
  answer_id: 0,
  create_time: 0,
  conversation_id: 0,
});

testService(
  'the blocking body, the joined stream, the webhook body and the stored record agree, in both versions',
  model,
  async (service) => {
    const receiver = await startReceiver();
    try {
      await service.configure({
        webhook: {
          url: receiver.url,
          authorization: { scheme: 'Bearer', token: 'receiver-token' },
        },
      });
      for (const version of [1, 2] as const) {
        const path = `/v${version}/conversation/message`;
        const conversation_id = await service.newConversation();
        const content = version === 1 ? { text: 'Hi' } : { messages: [{ role: 'user', content: 'Hi' }] };
        const send = (response_mode: string) =>
          service.call('POST', path, { conversation_id, response_mode, ...content });

        const blocking = (await send('blocking')).body;
        const stream = readEvents((await send('streaming')).text);
        receiver.calls.length = 0;
        const accepted = await send('webhook');
        assert.equal(accepted.status, 200);
        assert.deepEqual(Object.keys(accepted.body).sort(), [
          'answer_id',
          'conversation_id',
          'create_time',
          'message_id',
        ]);
        const [delivery] = await calls(receiver, 1);

        assert.equal(delivery!.path, '/hook');
        assert.equal(delivery!.headers.authorization, 'Bearer receiver-token');
        assert.equal(delivered(delivery!).message_id, accepted.body.message_id);
        assert.deepEqual(withoutIds(delivered(delivery!)), withoutIds(blocking));
        const joined = stream
          .filter((event) => event.code === 3)
          .map((event) => event.data)
          .join('');
        assert.equal(joined, version === 1 ? blocking.text : blocking.output[0].content.text);
        if (version === 2)
          assert.deepEqual(stream.find((event) => event.code === 4)!.data, blocking.usage.tokens);
        const rounds = await service.app.db.query
          .selectFrom('rounds')
          .selectAll()
          .where('conversation_id', '=', conversation_id)
          .execute();
        for (const round of rounds) {
          assert.equal(round.answer_text, joined);
          assert.equal(round.status, 'done');
          assert.deepEqual(JSON.parse(round.usage!).tokens, usageOf(12, 7));
        }
        assert.equal(rounds.length, 3);
      }
    } finally {
      await receiver.close();
    }
  },
);

testService(
  'a webhook round that fails is delivered with its error',
  () => createScriptedModel(() => [{ fail: 'unreachable' }]),
  async (service) => {
    const receiver = await startReceiver();
    try {
      await service.configure({ webhook: { url: receiver.url } });
      const conversation_id = await service.newConversation();
      const accepted = await service.call('POST', '/v2/conversation/message', {
        conversation_id,
        response_mode: 'webhook',
        messages: [{ role: 'user', content: 'Hi' }],
      });
      const [delivery] = await calls(receiver, 1);
      assert.equal(delivered(delivery!).message_id, accepted.body.message_id);
      assert.deepEqual(delivered(delivery!).output, []);
      assert.deepEqual(delivered(delivery!).error, { code: 50000, message: 'Internal system error' });
    } finally {
      await receiver.close();
    }
  },
);

testService('after a 410 the URL is disabled and webhook mode is rejected', model, async (service) => {
  const receiver = await startReceiver((_call, response) => response.writeHead(410).end());
  try {
    await service.configure({ webhook: { url: receiver.url } });
    const conversation_id = await service.newConversation();
    const send = () =>
      service.call('POST', '/v1/conversation/message', {
        conversation_id,
        response_mode: 'webhook',
        text: 'Hi',
      });
    assert.equal((await send()).status, 200);
    await calls(receiver, 1);
    await service.app.rooms.jobs.idle();
    const refused = await send();
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /410/);
  } finally {
    await receiver.close();
  }
});

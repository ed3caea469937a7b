import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

let gates: PromiseWithResolvers<void>[];
let model: ScriptedModel;

testService(
  'a message that arrives while the service stops is answered like a running one',
  () => {
    gates = [Promise.withResolvers(), Promise.withResolvers()];
    model = createScriptedModel((_request, call) => [{ wait: gates[call - 1]!.promise }, { say: 'Yes.' }]);
    return { models: model.models };
  },
  async (service) => {
    const ask = async () => {
      const conversation_id = await service.newConversation();
      return () =>
        service.call('POST', '/v2/conversation/message', {
          conversation_id,
          messages: [{ role: 'user', content: 'Are you there?' }],
        });
    };
    const [askFirst, askSecond] = [await ask(), await ask()];
    const first = askFirst();
    await eventually('the first is asked', () => model.requests.length === 1);
    const second = askSecond();
    const closing = service.app.rooms.runtime.close(60_000);
    await eventually('the second is asked', () => model.requests.length === 2);
    gates[0]!.resolve();
    assert.equal((await first).status, 200);
    for (let turn = 0; turn < 20; turn++) await nextTick();
    gates[1]!.resolve();
    const answer = await second;
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.output[0].content.text, 'Yes.');
    await closing;
  },
);

const send = async (service: TestService, response_mode: string) => {
  const conversation_id = await service.newConversation();
  // Sent when this is called, not when the caller awaits the answer.
  const answer = service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: 'Are you there?' }],
  });
  return { answer };
};

const findRound = (service: TestService, id: string) =>
  service.app.db.query
    .selectFrom('rounds')
    .select(['status', 'attempt', 'releases'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

testService(
  'a stop leaves webhook rounds to the next process, any number of times, and fails only rounds with a waiting caller',
  () => {
    gates = [Promise.withResolvers()];
    model = createScriptedModel(() => [{ say: 'Yes.' }, { wait: gates[0]!.promise }]);
    return { models: model.models };
  },
  async (service) => {
    const receiver = await startReceiver();
    try {
      await service.configure({ webhook: { url: receiver.url } });
      const [webhook, streaming, blocking] = [
        await send(service, 'webhook'),
        await send(service, 'streaming'),
        await send(service, 'blocking'),
      ];
      const { message_id: messageId } = (await webhook.answer).body;
      const stops = 3;
      for (let stop = 1; stop <= stops; stop++) {
        // The first process runs all three rounds, the later ones only the webhook round.
        await eventually('the model was asked', () => model.requests.length === 2 + stop);
        const graceMs = 10;
        await service.app.rooms.runtime.close(graceMs);
        const left = await findRound(service, messageId);
        assert.deepEqual([left.status, left.attempt, left.releases], ['running', stop, stop]);
        await service.restart();
      }
      const streamed = readEvents((await streaming.answer).text);
      assert.deepEqual(
        streamed.map(({ code }) => code),
        [11, 3, 50_000],
      );
      assert.equal((await blocking.answer).body.code, 50_000);

      gates[0]!.resolve();
      await eventually('the reply was delivered', () => receiver.calls.length > 0);
      const body = JSON.parse(receiver.calls[0]!.body);
      assert.deepEqual([body.message_id, body.output[0].content.text], [messageId, 'Yes.']);
      const ended = await findRound(service, messageId);
      assert.deepEqual([ended.status, ended.attempt, ended.releases], ['done', stops + 1, stops]);
      await service.restart();
      assert.equal(receiver.calls.length, 1, 'delivered once');
    } finally {
      await receiver.close();
    }
  },
);

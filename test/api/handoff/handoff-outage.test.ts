import assert from 'node:assert/strict';
import { type HandoffBench, withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { status } from '../../support/servers/receiver.ts';
import { type TestService, testOperatorToken, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const phrases = ['talk to a human', 'hablar con una persona'];

const operate = async (service: TestService, method: 'GET' | 'POST', path: string, body?: unknown) => {
  const options = { key: testOperatorToken };
  const { items } = (await service.call('GET', '/console/api/workspaces', undefined, options)).body;
  return service.call(method, `/console/api/workspaces/${items[0].id}${path}`, body, options);
};

/** Makes all scheduled retries due now. */
const tryAgain = (service: TestService) =>
  operate(service, 'POST', '/deliveries/replay', { status: 'pending' });

const outage = (bench: HandoffBench): void => bench.desk.answerWith(status(503));
const recovery = (bench: HandoffBench): void => bench.desk.answerWith(status(200));

testService(
  'if a human service is down, the user is informed once, and after it returns everything arrives in order',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      outage(bench);
      await bench.send(conversation, 'Quiero hablar con una persona');
      const [notice] = await bench.read(1);
      assert.match(notice.output[0].content.text, /mensajes se guardan/);
      assert.notEqual(notice.output[0].from_component_name, 'Human service');
      assert.equal(notice.usage.tokens.total_tokens, 0);
      const words = ['uno', 'dos', 'tres', 'cuatro'];
      for (const word of words) await bench.send(conversation, word);
      for (let failures = 2; failures <= 3; failures++) {
        await tryAgain(service);
        await bench.heard(failures);
      }
      await service.restart();
      bench.desk.calls.splice(0, bench.desk.calls.length - 1);
      const id = (await bench.heard(1))[0]!.id;
      recovery(bench);
      await tryAgain(service);
      const heard = await bench.heard(6);
      assert.deepEqual(
        heard.slice(1).map(({ call, body }) => [call, call === 'chat' ? body.body : '']),
        [['establish', ''], ...words.map((word) => ['chat', word])],
      );
      assert.equal(heard[1]!.id, id, 'the same call has the same id');
      assert.equal(new Set(heard.slice(1).map((call) => call.id)).size, 5);
      await bench.reply(conversation, 'Aquí estoy.');
      assert.equal((await bench.read(2)).at(-1).output[0].content.text, 'Aquí estoy.');
      assert.equal(bench.user.calls.length, 2);
    }),
);

testService('an outage during a session is reported once as well', createScriptedModel, (service) =>
  withHandoff(service, { phrases }, async (bench) => {
    const conversation = await service.newConversation();
    await bench.send(conversation, 'talk to a human');
    await bench.heard(1);
    outage(bench);
    await bench.send(conversation, 'first');
    await bench.send(conversation, 'second');
    await bench.read(1);
    recovery(bench);
    await eventually('both have arrived', async () => {
      await tryAgain(service);
      return bench.desk.calls.length >= 4;
    });
    const heard = await bench.heard(4);
    assert.deepEqual(heard.map(({ body }) => body.body).slice(-2), ['first', 'second']);
    assert.equal(bench.user.calls.length, 1);
  }),
);

testService(
  'if a human service stays down, the session ends and the agent answers again',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      bench.desk.answerWith(status(410));
      await bench.send(conversation, 'talk to a human');
      await bench.read(1);
      const { items } = (await operate(service, 'GET', '/handoffs')).body;
      assert.deepEqual([items[0].status, items[0].closeReason], ['closed', 'UNREACHABLE']);
      await service.app.rooms.jobs.idle();
      await bench.send(conversation, 'talk to a human');
      assert.equal((await bench.read(2)).at(-1).output[0].content.text, 'You said: talk to a human');
    }),
);

testService(
  'without a reply in time the session ends with TIMEOUT, also across a restart',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases, firstReplySeconds: 1 }, async (bench) => {
      const conversation = await service.newConversation();
      await bench.send(conversation, 'talk to a human');
      await bench.heard(1);
      await service.app.rooms.jobs.idle();
      await service.restart();
      const [, close] = await bench.heard(2);
      assert.deepEqual([close!.call, close!.body.type], ['close', 'TIMEOUT']);
      await bench.send(conversation, 'Hello agent');
      assert.equal((await bench.read(1))[0].output[0].content.text, 'You said: Hello agent');
    }),
);

testService('after a reply the session ends when the idle time is over', createScriptedModel, (service) =>
  withHandoff(service, { phrases, firstReplySeconds: 3600, idleSeconds: 1 }, async (bench) => {
    const conversation = await service.newConversation();
    await bench.send(conversation, 'talk to a human');
    await bench.heard(1);
    await bench.reply(conversation, 'Just a moment');
    const [, close] = await bench.heard(2);
    assert.deepEqual([close!.call, close!.body.type], ['close', 'TIMEOUT']);
    assert.equal((await bench.reply(conversation, 'Too late')).body.code, 40000);
  }),
);

import assert from 'node:assert/strict';
import { openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const ask = async (service: TestService, content: string): Promise<void> => {
  const answered = await service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation('ada'),
    messages: [{ role: 'user', content }],
  });
  assert.equal(answered.status, 200, answered.text);
};

testService(
  'test chats are charged, but counted apart from the replies to users, also after they are erased',
  createScriptedModel,
  async (service) => {
    const { call, base, agent } = await openConsoleCalls(service);
    await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
    await ask(service, 'Hello');
    const tried = readNamedEvents((await call('POST', `${agent}/try`, { text: 'Is this a test?' })).text);
    const { conversationId } = tried[0]!.data;
    const paid = Number(tried.at(-1)!.data.credits);
    assert.ok(paid > 0, 'a test chat is charged');

    const overview = (await call('GET', `${base}/overview`)).body;
    assert.deepEqual(
      [
        overview.conversationsToday,
        overview.roundsToday,
        overview.failedRoundsToday,
        overview.testRoundsToday,
      ],
      [1, 1, 0, 1],
    );
    const usage = async () => {
      const { items, credits, testCredits } = (await call('GET', `${base}/usage`)).body;
      const entriesOf = (isTest: boolean) =>
        items
          .filter((item: { isTest: boolean }) => item.isTest === isTest)
          .map((item: { entries: number }) => item.entries);
      return { users: entriesOf(false), tests: entriesOf(true), credits: Number(credits), testCredits };
    };
    const before = await usage();
    assert.deepEqual([before.users, before.tests], [[1], [1]]);
    assert.equal(Number(before.testCredits), paid);
    assert.ok(before.credits > paid, 'the total includes the replies to users');

    assert.equal((await call('DELETE', `${agent}/conversations/${conversationId}`)).status, 200);
    assert.deepEqual(await usage(), before);
  },
);

const key = 'sk-a-secret-that-tools-echo';

testService(
  'the exact messages of a test chat are stored without secrets, for operators who may change the agent',
  createScriptedModel,
  async (service) => {
    const { call, agent, signIn } = await openConsoleCalls(service);
    await service.configure({
      prompt: `Be kind. Never say ${key}.`,
      webhook: { authorization: { scheme: 'Bearer', token: key } },
    });
    const tried = await call('POST', `${agent}/try`, { text: 'Hello' });
    assert.ok(!tried.text.includes('Never say'), 'the stream does not contain the prompt');
    const { roundId } = readNamedEvents(tried.text)[0]!.data;
    const requests = await call('GET', `${agent}/rounds/${roundId}/requests`);
    assert.equal(requests.status, 200, requests.text);
    const [{ model, messages, tools, parameters, isCut }] = requests.body.items;
    assert.deepEqual([typeof model, tools, isCut], ['string', [], false]);
    assert.equal(messages[0].role, 'system');
    assert.match(messages[0].text, /Be kind\. Never say \[secret\]\./);
    assert.match(JSON.stringify(messages.at(-1)), /Hello/);
    assert.equal(parameters.maxOutputTokens, 1024);
    assert.ok(!requests.text.includes(key));

    const round = await call('GET', `${agent}/rounds/${roundId}`);
    assert.ok(!round.text.includes('Never say'), 'the trace that viewers read does not contain it');
    const viewer = await signIn('viewer');
    assert.equal((await viewer('GET', `${agent}/rounds/${roundId}/requests`)).status, 403);
    assert.equal((await call('GET', `${agent}/rounds/${'f'.repeat(24)}/requests`)).status, 404);

    const answered = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation('ada'),
      messages: [{ role: 'user', content: 'Hello' }],
    });
    const ofUser = await call('GET', `${agent}/rounds/${answered.body.message_id}/requests`);
    assert.deepEqual(ofUser.body.items, [], 'rounds of users store no requests');
  },
);

testService(
  'a test chat can be handed off: the calls are marked as a test, and no events are sent',
  createScriptedModel,
  async (service) => {
    const receiver = await startReceiver();
    try {
      const { call, base, agent } = await openConsoleCalls(service);
      await service.configure({
        humanService: { baseUrl: receiver.url },
        webhook: { url: `${receiver.url}/events` },
      });
      const tried = await call('POST', `${agent}/try`, { text: 'Hello' });
      const { conversationId } = readNamedEvents(tried.text)[0]!.data;
      const started = await call('POST', `${agent}/handoffs`, { conversationId });
      assert.equal(started.status, 201, started.text);
      const isOpen = async () =>
        (await call('GET', `${base}/handoffs?conversationId=${conversationId}`)).body.items[0].status ===
        'open';
      await eventually('the human service accepted it', isOpen);

      const sent = readNamedEvents(
        (await call('POST', `${agent}/try`, { text: 'Anyone?', conversationId })).text,
      );
      assert.equal(sent.at(-1)!.data.withPerson, true);
      const replied = await service.call('POST', '/v1/human/message/receive', {
        conversation_id: conversationId,
        timestamp: 1,
        body: 'I am here.',
      });
      assert.equal(replied.status, 200, replied.text);
      const { items } = (await call('GET', `${agent}/conversations/${conversationId}/messages`)).body;
      assert.deepEqual([items.at(-1).role, items.at(-1).text], ['human', 'I am here.']);

      assert.equal((await call('POST', `${base}/handoffs/${started.body.id}/close`)).status, 200);
      await eventually('the human service is told', async () => receiver.calls.length >= 3);
      assert.deepEqual(
        receiver.calls.map(({ path, body }) => [path, JSON.parse(body).test]),
        [
          ['/hook/conversation/establish', true],
          ['/hook/chat', true],
          ['/hook/conversation/close', true],
        ],
      );
    } finally {
      await receiver.close();
    }
  },
);

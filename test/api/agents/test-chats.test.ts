import assert from 'node:assert/strict';
import { openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

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

import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

testService(
  'a message is found soon after its round, by agent and workspace, until it is erased',
  () => createScriptedModel(() => [{ say: 'Try **turning** it off.' }]),
  async (service) => {
    const { base, agent, call } = await openConsoleCalls(service);
    for (const [userId, text] of [
      ['ada', 'My teapot is broken'],
      ['bob', 'My teapot is lost'],
    ] as const) {
      const conversation_id = await service.newConversation(userId);
      await service.call('POST', '/v2/conversation/message', {
        conversation_id,
        messages: [{ role: 'user', content: text }],
      });
    }
    const search = async (query: string, path = `${agent}/conversations/search`) =>
      (await call('GET', `${path}?${query}`)).body;
    // No test waits for the index here: the service follows by itself.
    await eventually('both are indexed', async () => (await search('words=teapot')).items.length === 2);

    const first = await search('words=TEAPOT&limit=1');
    assert.equal(first.items[0].userId, 'bob');
    assert.deepEqual(first.items[0].match.snippet, [
      { text: 'My ', isMatch: false },
      { text: 'teapot', isMatch: true },
      { text: ' is lost', isMatch: false },
    ]);
    const second = await search(`words=TEAPOT&limit=1&cursor=${first.next}`);
    assert.deepEqual(
      [second.items.map(({ userId }: { userId: string }) => userId), second.next],
      [['ada'], null],
    );
    assert.equal((await search('words=turning')).items[0].match.source, 'answer');
    const { items: ofWorkspace } = await search('words=teapot', `${base}/conversations/search`);
    assert.deepEqual(
      ofWorkspace.map(({ agentName }: { agentName: string }) => agentName),
      ['Default', 'Default'],
    );
    assert.equal((await search('words=teapot&userId=ada&channel=API')).items.length, 1);
    assert.equal((await search('words=teapot&failed=true')).items.length, 0);
    assert.equal((await search('words=teapot&before=1000')).items.length, 0);

    for (const [query, field] of [
      [`words=${'a'.repeat(10_000)}`, 'words'],
      ['words=a&feedback=UGLY', 'feedback'],
      ['words=a&language=english', 'language'],
      ['words=a&cursor=x', 'cursor'],
      ['words=a&limit=101', 'limit'],
      ['words=a&from=2000&before=1000', 'from'],
      ['', 'words'],
    ] as const) {
      const { status, body } = await call('GET', `${agent}/conversations/search?${query}`);
      assert.equal(status, 400, query);
      assert.ok(body.message.includes(field), body.message);
    }

    assert.equal((await call('DELETE', `${agent}/user?userId=ada`)).status, 200);
    assert.equal((await search('words=teapot')).items.length, 1);
  },
);

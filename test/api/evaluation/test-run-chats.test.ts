import assert from 'node:assert/strict';
import { contains, createTestSet } from '../../support/evaluation/create-test-set.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

let slow = Promise.withResolvers<void>();

testService(
  'the chats of a running test are in no list, export, search or report',
  () => {
    slow = Promise.withResolvers();
    return createScriptedModel((request) =>
      textOf(request) === 'slow' ? [{ wait: slow.promise }, { say: 'good' }] : [{ say: 'good umbrella' }],
    );
  },
  async (service) => {
    const { rooms } = service.app;
    await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
    const { call, agent, base, path, ended } = await createTestSet(service, [
      { turns: ['umbrella of the test', 'slow'], expectations: [contains('good')] },
    ]);
    const conversationId = await service.newConversation('ada');
    const sent = await service.call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      messages: [{ role: 'user', content: 'umbrella of the user' }],
    });
    assert.equal(sent.status, 200, sent.text);
    const { body: run } = await call('POST', `${path}/runs`, {});
    const { query } = service.app.db;
    await eventually('the second message of the test', async () => {
      const { total } = await query
        .selectFrom('rounds')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total) === 3;
    });
    await rooms.conversations.indexing.catchUp();
    await rooms.analytics.followChanges();

    const read = async (address: string) => {
      const { status, body, text } = await call('GET', address);
      assert.equal(status, 200, text);
      return body;
    };
    const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id);
    for (const query of ['', '?from=1', `?from=1&before=${Date.now() + 60_000}`]) {
      const listed = await read(`${agent}/conversations${query}`);
      assert.deepEqual([idsOf(listed.items), listed.total], [[conversationId], 1], query);
    }
    assert.deepEqual((await read(`${agent}/conversations?channel=SPACE`)).items, []);
    const rounds = await read(`${agent}/rounds`);
    assert.deepEqual(
      rounds.items.map((round: { question: string }) => round.question),
      ['umbrella of the user'],
    );
    for (const search of [`${agent}/conversations/search`, `${base}/conversations/search`])
      assert.deepEqual(idsOf((await read(`${search}?words=umbrella`)).items), [conversationId]);
    const users = await read(`${agent}/users`);
    assert.deepEqual(
      users.items.map((user: { userId: string }) => user.userId),
      ['ada'],
    );
    for (const kind of ['conversations', 'qa']) {
      const { text } = await call('GET', `${agent}/export/${kind}?format=csv`);
      assert.match(text, /umbrella of the user/);
      assert.doesNotMatch(text, /umbrella of the test/);
    }
    const overview = await read(`${base}/overview`);
    assert.deepEqual([overview.conversationsToday, overview.roundsToday], [1, 1]);
    const developer = await service.call('GET', '/v1/bot/conversation/page');
    assert.deepEqual([developer.status, developer.body.total], [200, 1], developer.text);
    const answers = await service.call('GET', '/v1/message/qa/record/page');
    assert.equal(answers.body.qa.length, 1, answers.text);
    const days = await query.selectFrom('analytics_days').select(['channel', 'conversations']).execute();
    assert.ok(
      days.length > 0 &&
        days.every(
          ({ channel, conversations }) => (channel === '' && conversations === 1) || channel === 'API',
        ),
    );

    slow.resolve();
    const { credits } = await ended(run.id);
    const usage = await read(`${base}/usage`);
    assert.equal(usage.testCredits, credits);
    const left = await query.selectFrom('conversations').select('id').execute();
    assert.deepEqual(idsOf(left), [conversationId]);
  },
);

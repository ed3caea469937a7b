import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const ask = async (service: TestService, content: string): Promise<void> => {
  const conversation_id = await service.newConversation();
  const { status, text } = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: 'blocking',
    messages: [{ role: 'user', content }],
  });
  assert.equal(status, 200, text);
};

testService(
  'unanswered questions are listed by topic, and can be resolved and dismissed',
  () => createScriptedModel(() => [{ say: 'I could not find anything about that.' }]),
  async (service) => {
    const console = await openConsoleCalls(service);
    const { analytics } = service.app.rooms;
    for (const question of ['delivery to norway', 'delivery to norway today', 'gift cards'])
      await ask(service, question);
    await analytics.followChanges();
    await analytics.assignTopics();
    const path = `${console.agent}/unanswered`;
    const viewer = await console.signIn('viewer');
    const list = (await viewer('GET', path)).body;
    assert.deepEqual(
      list.items.map((item: { total: number; refusals: number }) => [item.total, item.refusals]),
      [
        [2, 2],
        [1, 1],
      ],
    );
    assert.match(list.items[0].title, /norway/);
    assert.equal((await viewer('GET', `${path}?reason=bad_rating`)).body.total, 0);
    assert.equal((await viewer('GET', `${path}?status=new`)).status, 400);

    const file = await viewer('GET', `${path}/export`);
    const [header, first, second, ...rest] = file.text.trim().split('\r\n');
    assert.match(
      header!,
      /^\uFEFF?question,status,asked,nothing_found,no_answer,rated_bad,first_asked,last_asked$/,
    );
    assert.match(first!, /^delivery to norway( today)?,open,2,0,2,0,20\d\d-.*Z,20\d\d-.*Z$/);
    assert.match(second!, /^gift cards,open,1,/);
    assert.deepEqual(rest, []);
    const none = await viewer('GET', `${path}/export?status=resolved`);
    assert.equal(none.text.trim().split('\r\n').length, 1);
    assert.equal((await viewer('GET', `${path}/export?status=new`)).status, 400);
    const support = await console.signIn('support');
    assert.equal((await support('GET', `${path}/export`)).status, 403);

    const topic = `${path}/${list.items[0].id}`;
    const { examples } = (await viewer('GET', topic)).body;
    assert.deepEqual(
      [examples.length, examples[0].answer, examples[0].reason],
      [2, 'I could not find anything about that.', 'refusal'],
    );
    assert.equal((await viewer('GET', `${path}/none`)).status, 404);
    assert.equal((await viewer('PUT', `${topic}/status`, { status: 'resolved' })).status, 403);
    const editor = await console.signIn('editor');
    assert.equal((await editor('PUT', `${path}/none/status`, { status: 'resolved' })).status, 404);
    assert.equal((await editor('PUT', `${topic}/status`, { status: 'gone' })).status, 400);
    assert.equal((await editor('PUT', `${topic}/status`, { status: 'resolved' })).body.status, 'resolved');
    assert.equal((await viewer('GET', path)).body.total, 1);
    assert.equal((await viewer('GET', `${path}?status=resolved`)).body.total, 1);
    const log = await console.call('GET', `/console/api/audit?workspaceId=${console.workspaceId}`);
    assert.ok(log.text.includes('unanswered.set-status'), log.text);
    assert.ok(log.text.includes('unanswered.export'), log.text);

    await ask(service, 'delivery to norway');
    await analytics.followChanges();
    await analytics.assignTopics();
    assert.equal((await viewer('GET', path)).body.items[0].total, 3, 'it came back');
  },
);

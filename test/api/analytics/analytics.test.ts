import assert from 'node:assert/strict';
import { openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { type InboxStage, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

/** Two answered conversations of Ada, one of Bob with a person, and a test chat. */
const chat = async ({ service, console, bench, ask }: InboxStage): Promise<string> => {
  const first = await service.newConversation('ada');
  await bench.send(first, 'One');
  await bench.send(first, 'Two');
  const second = await service.newConversation('ada');
  await bench.send(second, 'Three');
  const { session } = await ask();
  assert.equal((await console.call('POST', `${session}/replies`, { text: 'Hello' })).status, 201);
  assert.equal((await console.call('POST', `${session}/close`, { reason: 'resolved' })).status, 200);
  const tried = await console.call('POST', `${console.agent}/try`, { text: 'A test' });
  assert.ok(readNamedEvents(tried.text).length > 0, tried.text);
  return second;
};

testService(
  'analytics count conversations, users, ratings and handoffs, and follow later changes',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      const { console } = stage;
      const { analytics } = service.app.rooms;
      const conversationId = await chat(stage);
      await analytics.followChanges();
      const read = async (query = '') => {
        const { status, body, text } = await console.call('GET', `${console.base}/analytics${query}`);
        assert.equal(status, 200, text);
        return body;
      };
      const before = await read();
      assert.deepEqual(
        [before.timeZone, before.isIncomplete, before.period.to, before.days.length, before.channels],
        ['UTC', false, today(), 1, ['API']],
      );
      const { total } = before;
      assert.deepEqual(
        [total.conversations, total.rounds, total.users, total.handoffShare, total.resolvedShare],
        [3, 3, { active: 1, new: 1, returning: 0 }, 0.3333, 0.6667],
      );
      assert.deepEqual([total.handoffs.count, total.handoffs.answered, total.handoffs.open], [1, 1, 0]);
      assert.ok(total.latency.firstTokenP50Ms !== null, 'the first text is timed');
      assert.ok(total.latency.totalP95Ms >= total.latency.totalP50Ms);
      assert.equal(total.waiting.firstReplyP50Ms === null, false);
      assert.deepEqual(before.previous.conversations, 0);
      assert.deepEqual(
        before.agents.map((agent: { agentId: string; rounds: number }) => [agent.agentId, agent.rounds]),
        [[console.agentId, 3]],
      );

      const { answer_id } = await service.app.db.query
        .selectFrom('rounds')
        .select('answer_id')
        .where('conversation_id', '=', conversationId)
        .executeTakeFirstOrThrow();
      const rated = await service.call('POST', '/v1/message/feedback', { answer_id, feedback: 'NEGATIVE' });
      assert.equal(rated.status, 200, rated.text);
      await analytics.followChanges();
      const after = await read(`?agentId=${console.agentId}&channel=API&days=7`);
      assert.deepEqual(
        [after.total.feedback, after.total.resolvedShare, after.agents],
        [{ good: 0, bad: 1 }, 0.3333, []],
      );

      const erased = await console.call('DELETE', `${console.agent}/conversations/${conversationId}`);
      assert.ok(erased.status < 300, erased.text);
      await analytics.followChanges();
      assert.deepEqual((await read()).total.feedback, { good: 0, bad: 0 });
      assert.equal((await read()).total.conversations, 2);
      assert.equal((await read('?channel=WIDGET')).total.conversations, 0);
      assert.equal((await read('?agentId=none')).total.conversations, 0);
    }),
);

testService(
  'analytics are for viewers, not for support, and name wrong periods',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console }) => {
      const viewer = await console.signIn('viewer');
      const support = await console.signIn('support');
      for (const path of ['', '/documents', '/tools']) {
        assert.equal((await viewer('GET', `${console.base}/analytics${path}`)).status, 200, path);
        assert.equal((await support('GET', `${console.base}/analytics${path}`)).status, 403, path);
      }
      for (const [query, message] of [
        ['from=2026-02-30', /from: there is no such day/],
        ['to=2026-13-01', /to: there is no such day/],
        ['from=2026-02-02&to=2026-02-01', /from: must not be after to/],
        ['from=2024-01-01&to=2025-01-01', /from: a report covers at most 366 days/],
        ['days=367', /days/],
        ['from=yesterday', /from/],
      ] as const) {
        const { status, text } = await viewer('GET', `${console.base}/analytics?${query}`);
        assert.equal(status, 400, query);
        assert.match(text, message);
      }
    }),
);

testService(
  'names of called tools are listed for support, by agent',
  () =>
    createScriptedModel((request) =>
      request.messages.at(-1)?.role === 'tool'
        ? [{ say: 'Found it.' }]
        : [{ call: { id: 'a', name: textOf(request), argumentsText: '{}' } }],
    ),
  async (service) => {
    const { signIn, base, agentId } = await openConsoleCalls(service);
    const tool = (name: string) => ({
      name,
      description: 'Finds something',
      method: 'GET' as const,
      url: 'http://127.0.0.1:1/things',
      headers: {},
      parameters: { type: 'object' },
      timeoutMs: 1000,
    });
    await service.configure({ tools: { http: ['find_order', 'find_box'].map(tool) } });
    const support = await signIn('support');
    const path = `${base}/analytics/tool-names`;
    assert.deepEqual((await support('GET', path)).body.items, []);
    for (const content of ['find_order', 'find_box', 'find_order']) {
      const { status, text } = await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation('ada'),
        messages: [{ role: 'user', content }],
      });
      assert.equal(status, 200, text);
    }
    await service.app.rooms.analytics.followChanges();
    for (const query of ['', `?agentId=${agentId}`])
      assert.deepEqual((await support('GET', path + query)).body.items, ['find_box', 'find_order'], query);
    assert.deepEqual((await support('GET', `${path}?agentId=none`)).body.items, []);
  },
);

testService(
  'editors set the time zone, and the days move to it',
  () => ({ ...createScriptedModel() }),
  (service) =>
    withInbox(service, async (stage) => {
      const { console } = stage;
      const { analytics } = service.app.rooms;
      await chat(stage);
      await service.app.db.query
        .updateTable('conversations')
        .set({ created_at: Date.UTC(2026, 2, 10, 23) })
        .execute();
      await analytics.followChanges();
      const path = `${console.base}/analytics/time-zone`;
      const viewer = await console.signIn('viewer');
      assert.equal((await viewer('PUT', path, { timeZone: 'Europe/Berlin' })).status, 403);
      const wrong = await console.call('PUT', path, { timeZone: 'Mars/Olympus' });
      assert.equal(wrong.status, 400);
      assert.match(wrong.text, /timeZone: must be an IANA time zone/);
      const conversationsOn = async (day: string): Promise<number> => {
        const { body } = await console.call('GET', `${console.base}/analytics?from=${day}&to=${day}`);
        return body.total.conversations;
      };
      assert.deepEqual([await conversationsOn('2026-03-10'), await conversationsOn('2026-03-11')], [3, 0]);
      assert.equal((await console.call('PUT', path, { timeZone: 'Europe/Berlin' })).status, 200);
      await analytics.followChanges();
      assert.deepEqual([await conversationsOn('2026-03-10'), await conversationsOn('2026-03-11')], [0, 3]);
      const log = await console.call('GET', `/console/api/audit?workspaceId=${console.workspaceId}`);
      assert.ok(log.text.includes('workspace.time-zone'), log.text);
    }),
);

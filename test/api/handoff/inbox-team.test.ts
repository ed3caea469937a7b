import assert from 'node:assert/strict';
import { inboxSettings, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const model = createScriptedModel();

testService(
  'notes are for operators only, mention members of the workspace, and belong to their author',
  model,
  (service) =>
    withInbox(service, async ({ console, inbox, ask, bench }) => {
      const support = await console.signIn('support');
      const editor = await console.signIn('editor');
      const viewer = await console.signIn('viewer');
      const { session, id, conversationId } = await ask();
      const mentioned: unknown[] = [];
      service.app.rooms.handoff.inbox.notes.onMentioned(async (_tx, mention) => {
        mentioned.push(mention.operatorIds.length);
      });
      const text = 'Secretive: @Editor please look, @nobody, support@example.com';
      const added = await support('POST', `${session}/notes`, { text });
      assert.equal(added.status, 201, added.text);
      assert.deepEqual(
        [added.body.author.name, added.body.mentions.map(({ name }: { name: string }) => name)],
        ['support', ['editor']],
      );
      assert.deepEqual(mentioned, [1]);

      // The session is marked for the editor until they see it.
      const queue = async (call: typeof editor) =>
        (await call('GET', `${inbox}/sessions?queue=mentions`)).body;
      const mine = await queue(editor);
      assert.deepEqual([mine.items[0].id, mine.counts.mentions], [id, 1]);
      assert.deepEqual(mine.items[0].mentionedIds, [added.body.mentions[0].id]);
      assert.deepEqual((await queue(support)).items, []);
      assert.equal((await editor('PUT', `${session}/mentions/seen`)).status, 204);
      const seen = await queue(editor);
      assert.deepEqual([seen.items[0].mentionedIds, seen.counts.mentions], [[], 0]);

      const note = `${session}/notes/${added.body.id}`;
      assert.equal((await editor('PATCH', note, { text: 'mine now' })).status, 403);
      assert.equal((await editor('DELETE', note)).status, 403);
      assert.equal((await viewer('POST', `${session}/notes`, { text: 'x' })).status, 403);
      assert.equal((await viewer('GET', `${session}/notes`)).body.items.length, 1);
      const other = await ask();
      assert.equal(
        (await support('PATCH', `${other.session}/notes/${added.body.id}`, { text: 'x' })).status,
        404,
      );
      for (const bad of [{ text: ' ' }, { text: 'x'.repeat(5001) }, {}])
        assert.match((await support('POST', `${session}/notes`, bad)).body.message, /text/);

      const edited = await support('PATCH', note, { text: 'Secretive: @editor and @viewer' });
      assert.deepEqual([edited.body.mentions.length, edited.body.editedAt !== null], [2, true]);
      assert.deepEqual(mentioned, [1, 1], 'the editor is not notified again');
      assert.equal((await queue(editor)).counts.mentions, 0);

      // Neither the user nor the model, the developer API or an export has the note, also after the end.
      await support('POST', `${session}/close`, {});
      assert.equal((await support('POST', `${session}/notes`, { text: 'Secretive: solved' })).status, 201);
      const before = model.requests.length;
      await bench.send(conversationId, 'And now?');
      await eventually('the agent answered', () => model.requests.length > before);
      await service.app.rooms.jobs.idle();
      const texts = [
        JSON.stringify(model.requests),
        ...bench.user.calls.map(({ body }) => body),
        (await support('GET', `${console.agent}/conversations/${conversationId}/messages`)).text,
        (await console.call('GET', `${console.agent}/export/conversations`)).text,
      ];
      for (const one of texts) assert.ok(!one.includes('Secretive'), one);
      assert.equal((await support('DELETE', note)).status, 204);
      assert.equal((await queue(editor)).items.length, 0);

      // Erasing the conversation erases the notes.
      const erased = await console.call('DELETE', `${console.agent}/conversations/${conversationId}`);
      assert.ok(erased.status < 300, erased.text);
      const left = await service.app.db.query.selectFrom('inbox_notes').select('id').execute();
      assert.deepEqual(left, []);
    }),
);

testService('editors manage labels, and support sorts sessions with them', createScriptedModel, (service) =>
  withInbox(service, async ({ console, inbox, ask }) => {
    const support = await console.signIn('support');
    const editor = await console.signIn('editor');
    const labels = `${inbox}/labels`;
    const { session, id } = await ask();
    const other = await ask();
    assert.equal((await support('POST', labels, { name: 'Refund', color: 'red' })).status, 403);
    const refund = (await editor('POST', labels, { name: ' Refund ', color: 'red' })).body;
    assert.equal(refund.name, 'Refund');
    const twice = await Promise.all(
      ['VIP', 'vip', 'ＶＩＰ'].map((name) => editor('POST', labels, { name, color: 'blue' })),
    );
    assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 409, 409]);
    assert.match(twice.find(({ status }) => status === 409)!.body.message, /name/);
    const vip = twice.find(({ status }) => status === 201)!.body;
    assert.equal((await editor('PATCH', `${labels}/${vip.id}`, { name: 'REFUND' })).status, 409);
    assert.equal((await editor('PATCH', `${labels}/${vip.id}`, { color: 'mauve' })).status, 400);
    assert.equal((await editor('PATCH', `${labels}/${vip.id}`, { name: 'Vip' })).body.name, 'Vip');

    const apply = (path: string, label: string) => support('PUT', `${path}/labels/${label}`);
    assert.equal((await apply(session, refund.id)).status, 204);
    assert.equal((await apply(session, refund.id)).status, 204);
    assert.equal((await apply(other.session, vip.id)).status, 204);
    assert.equal((await apply(session, 'f'.repeat(24))).status, 404);
    const listed = async (label: string) =>
      (await support('GET', `${inbox}/sessions?queue=open&labelId=${label}`)).body.items.map(
        (one: { id: string }) => one.id,
      );
    assert.deepEqual([await listed(refund.id), await listed(vip.id)], [[id], [other.id]]);
    assert.deepEqual((await support('GET', session)).body.labelIds, [refund.id]);
    assert.equal((await support('DELETE', `${session}/labels/${refund.id}`)).status, 204);
    assert.deepEqual(await listed(refund.id), []);
    assert.equal((await editor('DELETE', `${labels}/${vip.id}`)).status, 204);
    assert.deepEqual((await support('GET', other.session)).body.labelIds, []);
    const names = (await support('GET', labels)).body.items.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ['Refund']);
  }),
);

testService(
  'a snoozed session returns at its time, or when the user writes',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, inbox, ask, bench }) => {
      const support = await console.signIn('support');
      const { session, conversationId, id } = await ask();
      const replyMs = inboxSettings.firstReplySeconds * 1000;
      const untilMs = Date.now() + 7_200_000;
      const snooze = (until: string) => support('PUT', `${session}/snooze`, { until });
      for (const bad of [
        'tomorrow',
        '2020-01-01T00:00:00Z',
        new Date(Date.now() + 91 * 86_400_000).toISOString(),
      ])
        assert.match((await snooze(bad)).body.message, /until/);
      const snoozed = await snooze(new Date(untilMs).toISOString());
      assert.equal(snoozed.status, 200, snoozed.text);
      // The timeout starts after the snooze, so that the session is not closed before.
      assert.equal(Date.parse(snoozed.body.deadlineAt), untilMs + replyMs);
      const queues = async () => {
        const { body } = await support('GET', `${inbox}/sessions?queue=waiting`);
        return [body.items.length, body.counts.waiting, body.counts.open, body.counts.snoozed];
      };
      assert.deepEqual(await queues(), [0, 0, 0, 1]);
      assert.equal((await support('GET', `${inbox}/sessions?queue=snoozed`)).body.items[0].id, id);

      await bench.send(conversationId, 'Are you there?');
      assert.deepEqual(await queues(), [1, 1, 1, 0]);
      const awake = (await support('GET', session)).body;
      assert.equal(awake.snoozedUntil, null);
      assert.ok(Date.parse(awake.deadlineAt) <= Date.now() + replyMs);

      // By time: a page that is open learns it.
      await snooze(new Date(Date.now() + 86_400_000).toISOString());
      await snooze(new Date(Date.now() + 400).toISOString());
      await eventually(
        'the session woke',
        async () => (await support('GET', session)).body.snoozedUntil === null,
      );
      assert.deepEqual(await queues(), [1, 1, 1, 0]);

      await snooze(new Date(untilMs).toISOString());
      assert.equal((await support('DELETE', `${session}/snooze`)).body.snoozedUntil, null);
      await snooze(new Date(untilMs).toISOString());
      assert.equal((await support('POST', `${session}/take`)).body.snoozedUntil, null, 'taking it wakes it');
      await snooze(new Date(untilMs).toISOString());
      await support('POST', `${session}/close`, {});
      assert.equal((await snooze(new Date(untilMs).toISOString())).status, 409);
      assert.deepEqual(await queues(), [0, 0, 0, 0]);
    }),
);

testService('canned replies have unique shortcuts and fill in variables', createScriptedModel, (service) =>
  withInbox(service, async ({ console, inbox, ask }) => {
    const support = await console.signIn('support');
    const editor = await console.signIn('editor');
    const url = `${inbox}/canned-replies`;
    const { session, conversationId } = await ask();
    const text =
      'Hello {{user.name|customer}}, {{ operator.name }} of {{agent.name}} here. {{user.email}} {{conversation.id}}';
    const hello = await editor('POST', url, { shortcut: 'Hello', text });
    assert.deepEqual([hello.status, hello.body.shortcut], [201, 'hello']);
    assert.equal((await support('POST', url, { shortcut: 'x', text: 'x' })).status, 403);
    const refused: [body: unknown, status: number, message: RegExp][] = [
      [{ shortcut: 'HELLO', text: 'again' }, 409, /shortcut/],
      [{ shortcut: 'two words', text: 'x' }, 400, /shortcut/],
      [{ shortcut: 'x', text: ' ' }, 400, /text/],
      [
        { shortcut: 'x', text: 'Dear {{user.nme}}' },
        400,
        /text: there is no variable "user.nme".*user\.name/,
      ],
      [{ shortcut: 'x', text: 'x', agentId: 'f'.repeat(24) }, 400, /agentId/],
    ];
    for (const [body, status, message] of refused) {
      const answer = await editor('POST', url, body);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.body.message, message);
    }

    // The reply of an agent replaces that of the workspace.
    const own = await editor('POST', url, { shortcut: 'hello', text: 'Own 100%', agentId: console.agentId });
    assert.equal(own.status, 201, own.text);
    const list = async (query: string) => (await support('GET', `${url}?${query}`)).body;
    assert.deepEqual(
      (await list(`agentId=${console.agentId}`)).items.map((one: { id: string }) => one.id),
      [own.body.id],
    );
    assert.equal((await list('')).total, 2);
    assert.equal((await list('search=HEL')).total, 2);
    assert.equal((await list('search=0%25')).total, 1);
    assert.equal((await list('search=_%25')).total, 0);
    assert.equal((await editor('PATCH', `${url}/${own.body.id}`, { agentId: null })).status, 409);
    assert.equal((await editor('PATCH', `${url}/${own.body.id}`, { shortcut: 'own' })).body.shortcut, 'own');

    const filled = await support('GET', `${session}/canned-replies/${hello.body.id}`);
    const { name } = (await console.call('GET', console.agent)).body;
    assert.deepEqual(filled.body, {
      text: `Hello customer, support of ${name} here. {{user.email}} ${conversationId}`,
      missing: ['user.email'],
    });
    const known = await service.newConversation('ada');
    await service.call('POST', '/v1/property/update', {
      user_id: 'ada',
      property_values: [
        { property_name: 'name', value: 'Ada' },
        { property_name: 'email', value: 'ada@example.com' },
      ],
    });
    const started = await editor('POST', `${console.agent}/handoffs`, { conversationId: known });
    assert.ok(started.status < 300, started.text);
    const { items } = (await support('GET', `${inbox}/sessions?queue=waiting`)).body;
    const hers = items.find((one: { conversationId: string }) => one.conversationId === known).id;
    const forAda = await support('GET', `${inbox}/sessions/${hers}/canned-replies/${hello.body.id}`);
    assert.deepEqual(forAda.body.missing, []);
    assert.match(forAda.body.text, /^Hello Ada, .* ada@example\.com /);
    assert.equal((await editor('DELETE', `${url}/${own.body.id}`)).status, 204);
    assert.equal((await editor('DELETE', `${url}/${own.body.id}`)).status, 404);
  }),
);

testService(
  'a mentioned operator who chose e-mails is notified, and others are not',
  () => ({
    ...createScriptedModel(),
    environment: {
      FRONTDESK_SMTP_HOST: '127.0.0.1',
      FRONTDESK_SMTP_PORT: '1',
      FRONTDESK_SMTP_TLS: 'none',
      FRONTDESK_MAIL_FROM: 'desk@example.com',
    },
  }),
  (service) =>
    withInbox(service, async ({ console, ask }) => {
      const [support, editor] = [await console.signIn('support'), await console.signIn('editor')];
      const settings = {
        byMail: true,
        byBrowser: false,
        sound: false,
        events: ['mentioned'],
        agentIds: null,
      };
      const chosen = await editor('PUT', `${console.base}/notifications`, settings);
      assert.equal(chosen.status, 200, chosen.text);
      const { session, id } = await ask();
      assert.equal((await support('POST', `${session}/notes`, { text: '@editor please look' })).status, 201);
      const events = await service.app.db.query
        .selectFrom('notification_events')
        .innerJoin('operators', 'operators.id', 'notification_events.operator_id')
        .select(['session_id', 'kind', 'operators.email'])
        .where('kind', '=', 'mentioned')
        .execute();
      assert.deepEqual(
        events.map(({ session_id, kind }) => [session_id, kind]),
        [[id, 'mentioned']],
      );
      assert.match(events[0]!.email, /editor/);
    }),
);

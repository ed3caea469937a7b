import assert from 'node:assert/strict';
import { listen, openLive, openVisit } from '../../support/channels/visitor.ts';
import type { StreamEvent } from '../../support/console/console-calls.ts';
import { type InboxStage, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

/** A visitor of the widget who waits for a person. */
const askInWidget = async ({ service, console, inbox }: InboxStage) => {
  const visit = await openVisit(service);
  const { body } = await visit.call('POST', '/handoff', { email: 'ada@example.com' });
  const conversationId: string = body.conversation_id;
  const { items } = (await console.call('GET', `${inbox}/sessions?queue=waiting`)).body;
  const { id } = items.find((one: { conversationId: string }) => one.conversationId === conversationId);
  return { visit, conversationId, id, session: `${inbox}/sessions/${id}` };
};

const typingIn = (events: StreamEvent[]) =>
  events.filter(({ event }) => event === 'typing').map(({ data }) => data);

testService('both sides see that the other types, and nothing is stored', createScriptedModel(), (service) =>
  withInbox(service, async (stage) => {
    const { console, inbox } = stage;
    const support = await console.signIn('support');
    const viewer = await console.signIn('viewer');
    const { visit, conversationId, id, session } = await askInWidget(stage);
    const before = (await support('GET', session)).body;
    const live = await openLive(await listen(service.app), visit, { conversationId });
    await live.until('the status is known', (events) => events.length > 0);

    // Signals of the user and of the operator, on the stream of the inbox.
    let sent: Promise<void> | undefined;
    const signal = async (): Promise<void> => {
      const byUser = await visit.call('POST', '/handoff/typing', { conversation_id: conversationId });
      assert.deepEqual([byUser.status, byUser.body], [200, {}]);
      assert.equal((await support('POST', `${session}/typing`)).status, 204);
    };
    const events = await console.follow(`${inbox}/events`, (some) => {
      if (some.length > 0) sent ??= signal();
      return typingIn(some).length === 2;
    });
    await sent;
    const [byUser, byOperator] = typingIn(events);
    assert.deepEqual(byUser, { sessionId: id, operator: null });
    assert.deepEqual([byOperator.sessionId, byOperator.operator.name], [id, 'support']);
    await live.until('the page was told', (some) => some.some(({ data }) => data.typing === true));
    const told = live.events.filter(({ data }) => data.typing);
    assert.deepEqual(
      told.map(({ data }) => data),
      [{ type: 'status', status: 'waiting', queue: { position: 1, wait_minutes: null }, typing: true }],
      'one signal of the operator, none of the user, and no name',
    );
    const after = (await support('GET', session)).body;
    assert.deepEqual(
      [after.version, after.deadlineAt, after.unread],
      [before.version, before.deadlineAt, before.unread],
    );

    // Refused: without permission, for a token, of other visitors, too often, after the end.
    assert.equal((await viewer('POST', `${session}/typing`)).status, 403);
    assert.equal((await console.call('POST', `${session}/typing`)).status, 403);
    const other = await openVisit(service);
    const stolen = await other.call('POST', '/handoff/typing', { conversation_id: conversationId });
    assert.equal(stolen.status, 404);
    const many = await Promise.all(
      Array.from({ length: 70 }, () =>
        visit.call('POST', '/handoff/typing', { conversation_id: conversationId }),
      ),
    );
    const refused = many.find(({ status }) => status !== 200)!;
    assert.deepEqual(
      [refused.status, refused.body.message, refused.headers['retry-after'] !== undefined],
      [429, 'Too many typing signals: at most 60 a minute', true],
    );
    assert.equal((await support('POST', `${session}/close`, { reason: 'resolved' })).status, 200);
    assert.equal((await support('POST', `${session}/typing`)).status, 409);
    const calm = await openVisit(service);
    const started = await calm.call('POST', '/conversations', {});
    const late = await calm.call('POST', '/handoff/typing', {
      conversation_id: started.body.conversation_id,
    });
    assert.equal(late.status, 200, 'without a session nothing happens');
    live.leave();
  }),
);

/** A session in which the user has written two messages. */
const talk = async (stage: InboxStage, support: Awaited<ReturnType<InboxStage['console']['signIn']>>) => {
  const { visit, conversationId, session } = await askInWidget(stage);
  const say = async (text: string): Promise<string> =>
    (await visit.send(text, { conversation_id: conversationId })).body.message_id;
  const said = [await say('First message'), await say('Second message')];
  const reply = async (text: string): Promise<string> => {
    const sent = await support('POST', `${session}/replies`, { text });
    assert.equal(sent.status, 201);
    return (await visit.read(conversationId)).at(-1).message_id;
  };
  const see = (message_id: unknown, by = visit) =>
    by.call('POST', '/handoff/seen', { conversation_id: conversationId, message_id });
  return { visit, conversationId, session, say, said, reply, see };
};

testService(
  'the user sees which messages a person has read, and the queue agrees',
  createScriptedModel(),
  (service) =>
    withInbox(service, async (stage) => {
      const { console } = stage;
      const support = await console.signIn('support');
      const colleague = await console.signIn('editor');
      const { visit, conversationId, session, say, said, reply } = await talk(stage, support);
      const address = await listen(service.app);
      const live = await openLive(address, visit, { conversationId });
      // Other changes of the status repeat it.
      const seenIn = ({ events }: typeof live) => [
        ...new Set(events.flatMap(({ data: { seen } }) => seen ?? [])),
      ];
      const read = async (body: object, by = support) => {
        const { status, body: answer } = await by('POST', `${session}/read`, body);
        return [status, status === 200 ? answer.unread : answer.message];
      };
      const rule = 'messageId: must be a message of the user in this conversation';

      // A page that shows only the first message reads only that one.
      assert.deepEqual(await read({ messageId: said[0] }), [200, 1]);
      await live.until('the first is seen', () => seenIn(live).includes(said[0]));
      const { version } = (await support('GET', session)).body;
      assert.deepEqual(await read({ messageId: said[0] }), [200, 1]);
      assert.equal((await support('GET', session)).body.version, version, 'nothing changed');
      assert.deepEqual(await read({ messageId: said[1] }), [200, 0]);
      await live.until('both are seen', () => seenIn(live).includes(said[1]));
      assert.deepEqual(await read({ messageId: said[0] }), [200, 0], 'a mark does not move back');
      for (const messageId of ['-1', '9999999999', conversationId])
        assert.deepEqual(await read({ messageId }), [400, rule]);
      assert.equal((await read({ messageId: 'x'.repeat(101) }))[0], 400);
      assert.equal((await read({ messageId: -1 }))[0], 400);

      // A colleague who only watches has not read it for the person who has the session.
      await support('POST', `${session}/take`);
      const third = await say('Third message');
      assert.deepEqual(await read({}, colleague), [200, 1]);
      assert.deepEqual(seenIn(live), said);
      assert.deepEqual(await read({}), [200, 0]);
      await live.until('the third is seen', () => seenIn(live).includes(third));

      // Whoever replies has read everything. A page that connects later gets the newest mark.
      const fourth = await say('Fourth message');
      await reply('An answer');
      await live.until('the fourth is seen', () => seenIn(live).includes(fourth));
      live.leave();
      const later = await openLive(address, visit, { conversationId });
      await later.until('the status is known', (events) => events.length > 0);
      assert.deepEqual(later.events[0]!.data, { type: 'status', status: 'human', seen: fourth });
      later.leave();
      assert.deepEqual(await read({ messageId: fourth }), [200, 0]);
    }),
);

testService(
  'operators see which replies the chat has displayed, whatever the chat reports',
  createScriptedModel(),
  (service) =>
    withInbox(service, async (stage) => {
      const { console, inbox } = stage;
      const support = await console.signIn('support');
      const { conversationId, session, said, reply, see } = await talk(stage, support);
      const seenId = async () => (await support('GET', session)).body.seenMessageId;
      assert.equal(await seenId(), null);
      const replies = [await reply('First reply'), await reply('Second reply')];

      let sent: Promise<unknown> | undefined;
      const events = await console.follow(`${inbox}/events`, (some) => {
        if (some.length > 0) sent ??= see(replies[1]);
        return some.some(({ data }) => data.sessions?.[0]?.seenMessageId === replies[1]);
      });
      assert.equal(events.at(-1)!.data.sessions[0].unread, 0);
      await sent;
      assert.deepEqual([(await see(replies[0])).status, await seenId()], [200, replies[1]], 'not back');

      const rule = 'message_id: must be a reply of a person in this conversation';
      const foreign = await talk(stage, support);
      const foreignReply = await foreign.reply('For somebody else');
      for (const id of ['-1', '0', '9999999999', said[0], conversationId, foreignReply]) {
        const { status, body } = await see(id);
        assert.deepEqual([status, body.message], [400, rule], String(id));
      }
      for (const id of [-1, 9_999_999_999, null, '', 'x'.repeat(101), { $gt: '' }])
        assert.equal((await see(id)).status, 400, JSON.stringify(id));
      assert.equal((await see(replies[1], await openVisit(service))).status, 404);
      assert.equal((await see(replies[1], foreign.visit)).status, 404);

      // The last reply may be seen after the end.
      const last = await reply('Goodbye');
      await support('POST', `${session}/close`, { reason: 'resolved' });
      const closed = (await support('GET', session)).body;
      assert.equal((await see(last)).status, 200);
      const after = (await support('GET', session)).body;
      assert.deepEqual(
        [after.seenMessageId, after.status, after.closedAt, after.version],
        [last, 'closed', closed.closedAt, closed.version + 1],
      );

      // Far more calls than a page makes change nothing.
      const many = await Promise.all(
        Array.from({ length: 1000 }, (_, index) => see(index % 2 === 0 ? last : replies[0])),
      );
      const refused = many.filter(({ status }) => status !== 200);
      assert.ok(refused.length > 900, `${refused.length} refused`);
      // Parallel requests finish in any order, and the limit of all requests refuses some of them earlier.
      const byLimit = refused.find(({ body }) =>
        /^Too many read receipts: at most 60 a minute$/.test(body.message),
      );
      assert.deepEqual([byLimit?.status, byLimit?.headers['retry-after'] !== undefined], [429, true]);
      assert.equal((await support('GET', session)).body.version, after.version);

      // Replies of a human service have no receipts.
      await service.app.db.query
        .updateTable('human_sessions')
        .set({ backend: 'webhook' })
        .where('conversation_id', '=', foreign.conversationId)
        .execute();
      assert.equal((await foreign.see(foreignReply)).status, 200);
      const { seen_message_id } = await service.app.db.query
        .selectFrom('human_sessions')
        .select('seen_message_id')
        .where('conversation_id', '=', foreign.conversationId)
        .executeTakeFirstOrThrow();
      assert.equal(seen_message_id, null);
    }),
);

testService(
  'the inbox shows on which page the user is, without parts of the address that may be secret',
  createScriptedModel(),
  (service) =>
    withInbox(service, async (stage) => {
      const { console, ask } = stage;
      const { visit, conversationId, session } = await askInWidget(stage);
      const show = (url: unknown, title?: unknown, by = visit) =>
        by.call('POST', '/handoff/page', { conversation_id: conversationId, url, title });
      const read = async () => (await console.call('GET', session)).body;
      assert.equal((await read()).page, null);

      const secrets = 'https://ada:secret@shop.example:8443/cart/%C3%A4?token=secret#secret';
      assert.equal((await show(secrets, ' Your\n cart ')).status, 200);
      const shown = await read();
      assert.deepEqual(shown.page, { url: 'https://shop.example:8443/cart/%C3%A4', title: 'Your cart' });
      assert.equal((await show(secrets, 'Your cart')).status, 200);
      assert.equal((await read()).version, shown.version, 'the same page is no change');
      assert.equal((await show('http://shop.example')).status, 200);
      const moved = await read();
      assert.deepEqual(moved.page, { url: 'http://shop.example/', title: '' });
      assert.ok(moved.version > shown.version, 'open inboxes are told');
      assert.deepEqual([moved.unread, moved.deadlineAt], [shown.unread, shown.deadlineAt]);
      const long = `https://shop.example/${'\u4e2d'.repeat(1000)}`;
      assert.equal((await show(long, 'x'.repeat(300))).status, 200);
      assert.equal((await read()).page.url, 'https://shop.example/');

      for (const wrong of ['javascript:alert(1)', 'file:///etc/passwd', 'shop.example/cart', '', null, 5])
        assert.equal((await show(wrong)).status, 400, String(wrong));
      assert.match((await show('ftp://shop.example')).body.message, /^url: .*http/);
      assert.equal((await show(`https://shop.example/${'x'.repeat(2028)}`)).status, 400);
      assert.equal((await show('https://shop.example', 'x'.repeat(301))).status, 400);
      assert.equal((await show(secrets, '', await openVisit(service))).status, 404, 'another visitor');
      assert.equal((await read()).page.url, 'https://shop.example/');

      assert.equal((await console.call('POST', `${session}/close`, {})).status, 200);
      assert.equal((await show('https://shop.example/later')).status, 200);
      assert.equal((await read()).page.url, 'https://shop.example/', 'nothing is stored after the end');
      const many = await Promise.all(Array.from({ length: 40 }, () => show(secrets)));
      assert.equal(many.filter(({ status }) => status === 429).length >= 10, true);
      assert.equal((await console.call('GET', (await ask()).session)).body.page, null, 'the API has no page');
    }),
);

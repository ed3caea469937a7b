import assert from 'node:assert/strict';
import { openVisit, type Visit } from '../../support/channels/visitor.ts';
import { closedHours, inboxWithHours, openHours, opensLater } from '../../support/handoff/opening-hours.ts';
import { type InboxStage, inboxSettings, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const phrase = 'I want to talk to a human';

const setHours = (service: TestService, hours: Parameters<typeof inboxWithHours>[0], more: object = {}) =>
  service.configure({ humanService: { ...inboxSettings, inbox: inboxWithHours(hours), ...more } });

const leave = (visit: Visit, body: object, key = 'form-1') =>
  visit.call('POST', '/handoff/message', body, { 'idempotency-key': key });

const leftSessions = async ({ console, inbox }: InboxStage) =>
  (await console.call('GET', `${inbox}/sessions?queue=left_message`)).body;

/** What the user sees of people and of the service. */
const notices = async (visit: Visit, conversationId: string): Promise<string[]> =>
  (await visit.read(conversationId)).filter(({ role }) => role === 'notice').map(({ text }) => text);

/** A visitor who asked for a person by the button. */
const askByButton = async (service: TestService, introduced: Parameters<typeof openVisit>[1] = {}) => {
  const visit = await openVisit(service, introduced);
  const asked = await visit.call('POST', '/handoff', {});
  return { visit, status: asked.body.status, conversationId: asked.body.conversation_id as string };
};

testService(
  'outside opening hours a visitor is told when somebody is available, and leaves a message with an address',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      const hours = opensLater();
      await setHours(service, hours);
      const { visit, status, conversationId } = await askByButton(service, { languages: ['de-DE'] });
      assert.equal(status, 'message');
      assert.equal(visit.session.features.handoff_open, false);
      const [notice] = await notices(visit, conversationId);
      assert.match(
        notice!,
        /^Unser Team ist im Moment nicht erreichbar\. Wir sind wieder erreichbar ab \w+,/,
      );
      assert.match(notice!, new RegExp(`${Number(hours.exceptions[0]!.date.slice(8))}\\. \\S+ um 09:00 ME`));

      const missing = await leave(visit, { conversation_id: conversationId, text: 'Where is my parcel?' });
      assert.deepEqual([missing.status, missing.body.message.slice(0, 6)], [400, 'email:']);
      assert.equal((await leftSessions(stage)).counts.leftMessage, 0, 'nothing is stored');

      const form = {
        conversation_id: conversationId,
        text: 'Where is my parcel?',
        email: 'anna@example.com',
      };
      const [first, second] = await Promise.all([leave(visit, form), leave(visit, form)]);
      assert.deepEqual([first.status, second.status], [202, 202], first.text);
      assert.equal(first.body.message_id, second.body.message_id, 'a double click leaves one message');
      assert.deepEqual((await leave(visit, form)).body, first.body);

      const { items, counts } = await leftSessions(stage);
      assert.deepEqual(
        [counts.leftMessage, counts.waiting, counts.open, items.length],
        [1, 0, 0, 1],
        'it is in one queue only',
      );
      const [session] = items;
      assert.deepEqual(
        [session.status, session.lastMessage, session.unread],
        ['left_message', { from: 'user', text: 'Where is my parcel?' }, 2],
      );
      const { reason, email, isMailed } = session.leftMessage;
      assert.deepEqual([reason, email, isMailed], ['outside_hours', 'anna@example.com', false]);
      assert.match((await notices(visit, conversationId)).at(-1)!, /^Ihre Nachricht wurde gespeichert/);

      const other = await leave(visit, form, 'form-2');
      assert.deepEqual([other.status, other.body.code], [409, 40000]);
      assert.match(other.body.message, /already sent/);
      assert.equal((await leftSessions(stage)).items.length, 1);
    }),
);

testService(
  'the agent answers again beside a left message, and an operator replies and closes it',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      const { console, inbox } = stage;
      await setHours(service, closedHours);
      const { visit, conversationId } = await askByButton(service, { email: 'anna@example.com' });
      await leave(visit, { conversation_id: conversationId, text: 'My parcel is lost' });
      const next = await visit.send('What do you cost?', { conversation_id: conversationId });
      assert.equal(next.status, 200, 'the agent answers with a stream');

      const [{ id }] = (await leftSessions(stage)).items;
      const session = `${inbox}/sessions/${id}`;
      const support = await console.signIn('support');
      assert.equal((await support('POST', `${session}/take`)).body.status, 'left_message');
      const snoozed = await support('PUT', `${session}/snooze`, {
        until: new Date(Date.now() + 60_000).toISOString(),
      });
      assert.equal(snoozed.status, 409, snoozed.text);
      const replied = await support('POST', `${session}/replies`, { text: 'It arrives tomorrow' });
      assert.equal(replied.status, 201, replied.text);
      const after = (await console.call('GET', session)).body;
      assert.deepEqual([after.status, after.unread, after.deadlineAt], ['left_message', 0, null]);
      const said = (await visit.read(conversationId)).at(-1)!;
      assert.deepEqual([said.role, said.text], ['human', 'It arrives tomorrow']);
      assert.equal((await visit.send('Thanks', { conversation_id: conversationId })).status, 200);

      const closed = await support('POST', `${session}/close`, { reason: 'resolved' });
      assert.deepEqual([closed.status, closed.body.missed], [200, null], closed.text);
      assert.equal((await leftSessions(stage)).counts.leftMessage, 0);
      assert.equal((await support('POST', `${session}/replies`, { text: 'Late' })).status, 409);
      const reasons = (await visit.read(conversationId)).filter((one) => one.reason !== undefined);
      assert.deepEqual(reasons, [], 'the user did not talk with a person, so no end is shown');
    }),
);

testService(
  'nobody takes a session in time: the user leaves a message, unless an operator replies first',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      const { console, inbox, bench, ask } = stage;
      await service.configure({ webhook: { events: 'all' } });
      await setHours(service, null, { firstReplySeconds: 1 });
      const late = await ask();
      await eventually(
        'the user is asked for a message',
        async () => (await console.call('GET', late.session)).body.status === 'awaiting_message',
      );
      const support = await console.signIn('support');
      assert.equal((await support('POST', `${late.session}/replies`, { text: 'Now I am' })).status, 201);
      const resumed = (await console.call('GET', late.session)).body;
      assert.deepEqual([resumed.status, resumed.missed, resumed.leftMessage], ['open', null, null]);
      await bench.send(late.conversationId, 'Are you there?');
      assert.equal((await console.call('GET', late.session)).body.status, 'open');

      await setHours(service, null, { firstReplySeconds: 1 });
      // Somebody takes the next one, but does not reply either.
      const taken = await ask();
      assert.equal((await support('POST', `${taken.session}/take`)).status, 200);
      const other = await ask();
      await eventually(
        'the user of the taken session is asked for a message too',
        async () => (await console.call('GET', taken.session)).body.status === 'awaiting_message',
      );
      assert.equal((await console.call('GET', taken.session)).body.missed, 'no_reply');
      await bench.send(taken.conversationId, 'Still broken');
      const { status, missed: reason, leftMessage } = (await console.call('GET', taken.session)).body;
      assert.deepEqual([status, reason, leftMessage.reason], ['left_message', 'no_reply', 'no_reply']);
      await eventually(
        'the user is asked for a message',
        async () => (await console.call('GET', other.session)).body.status === 'awaiting_message',
      );
      await bench.send(other.conversationId, 'Please call me back');
      const left = (await console.call('GET', other.session)).body;
      assert.deepEqual(
        [left.status, left.missed, left.leftMessage.reason, left.lastMessage.text],
        ['left_message', 'not_taken', 'not_taken', 'Please call me back'],
      );
      const { body: missed } = await console.call('GET', `${inbox}/sessions?queue=left_message`);
      assert.equal(missed.items.length, 2);
      await service.app.rooms.jobs.idle();
      const texts = (await bench.read(1)).map(({ output, event }) => output?.[0]?.content.text ?? event);
      assert.equal(texts.filter((text) => text === 'handoff.missed').length >= 3, true);
      assert.ok(
        texts.includes(
          'Nobody from our team can answer at the moment. Leave a message, and we will reply to you.',
        ),
      );
      assert.ok(texts.includes('Your message was saved. You will find our reply in this chat.'));
    }),
);

testService(
  'in the API the next message is the left message, and asking again during opening hours starts a session',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      const { console, inbox, bench } = stage;
      await setHours(service, closedHours);
      const conversationId = await service.newConversation();
      await bench.send(conversationId, phrase);
      await bench.send(conversationId, 'Call me back');
      const [session] = (await leftSessions(stage)).items;
      assert.deepEqual(
        [session.lastMessage.text, session.leftMessage.email],
        ['Call me back', null],
        'there is no address without a form',
      );
      // Outside opening hours the same message gets the request too.
      await bench.send(conversationId, phrase);
      const [again] = (await leftSessions(stage)).items;
      assert.deepEqual([again.id, again.unread, again.lastMessage.text], [session.id, 3, phrase]);

      await setHours(service, openHours);
      await bench.send(conversationId, phrase);
      const { items, counts } = (await console.call('GET', `${inbox}/sessions?queue=waiting`)).body;
      assert.deepEqual([items.length, counts.leftMessage], [1, 0]);
      assert.notEqual(items[0].id, session.id);
      const before = (await console.call('GET', `${inbox}/sessions/${session.id}`)).body;
      assert.deepEqual([before.closeReason, before.missed], ['USER_CLOSED', null]);
    }),
);

testService(
  'an address that is preset for the user is used, but not for a visitor who only claims to be that user',
  createScriptedModel,
  (service) =>
    withInbox(service, async (stage) => {
      await setHours(service, closedHours);
      await service.call('POST', '/v1/property/update', {
        user_id: 'ada',
        property_values: [{ property_name: 'email', value: 'ada@example.com' }],
      });
      const ada = await service.newConversation('ada');
      await stage.bench.send(ada, phrase);
      await stage.bench.send(ada, 'It is me');
      assert.equal((await leftSessions(stage)).items[0].leftMessage.email, 'ada@example.com');

      const { visit, conversationId } = await askByButton(service, { user_id: 'ada' });
      const refused = await leave(visit, { conversation_id: conversationId, text: 'It is not me' });
      assert.deepEqual(
        [refused.status, refused.body.message],
        [400, 'email: is required to reply to the message'],
      );
    }),
);

testService('a form that is misused is refused, and nothing is stored', createScriptedModel, (service) =>
  withInbox(service, async (stage) => {
    await setHours(service, closedHours);
    const { visit, conversationId } = await askByButton(service);
    const form = { conversation_id: conversationId, text: 'Hello', email: 'anna@example.com' };
    const refusals: [object, number, RegExp][] = [
      [{ ...form, email: 'anna@example.com\r\nBcc: victim@example.com' }, 400, /email/],
      [{ ...form, email: '"a"@x, victim@example.com' }, 400, /email/],
      [{ ...form, email: `${'a'.repeat(10_000_000)}@example.com` }, 413, /body/i],
      [{ ...form, email: `${'a'.repeat(300)}@example.com` }, 400, /email/],
      [{ ...form, text: '  \n ' }, 400, /text/],
      [{ ...form, text: 'a'.repeat(5001) }, 400, /text/],
      [{ ...form, text: 'a'.repeat(10_000_000) }, 413, /body/i],
      [{ ...form, conversation_id: 'x' }, 404, /conversation/i],
    ];
    for (const [index, [body, status, message]] of refusals.entries()) {
      const refused = await leave(visit, body, `refused-${index}`);
      assert.equal(refused.status, status, `${index} ${refused.text.slice(0, 300)}`);
      assert.match(refused.body.message, message);
    }
    const stranger = await openVisit(service, {});
    const stolen = await leave(stranger, form);
    assert.notEqual(stolen.status, 202);
    const { items } = (await stage.console.call('GET', `${stage.inbox}/sessions?queue=open`)).body;
    assert.deepEqual([items[0].status, items[0].leftMessage], ['awaiting_message', null]);

    await visit.call('POST', '/handoff/leave', { conversation_id: conversationId });
    const ended = await leave(visit, form, 'after-the-end');
    assert.equal(ended.status, 409, ended.text);
    assert.equal((await leftSessions(stage)).counts.leftMessage, 0);
    const messages = await visit.read(conversationId);
    assert.deepEqual(
      messages.filter(({ role }) => role === 'user'),
      [],
    );
  }),
);

testService('opening hours are checked when they are saved', createScriptedModel, (service) =>
  withInbox(service, async ({ console }) => {
    const agent = () => console.call('GET', console.agent);
    const save = async (hours: unknown) =>
      console.call('PATCH', console.agent, {
        version: (await agent()).body.version,
        settings: { humanService: { inbox: { hours } } },
      });
    const monday = (from: string, to: string) => ({ day: 'monday', from, to });
    const hours = {
      timeZone: 'Asia/Tokyo',
      weekly: [monday('09:00', '12:00'), monday('12:00', '24:00')],
      exceptions: [{ date: '2028-02-29', ranges: [] }],
    };
    const saved = await save(hours);
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.body.settings.humanService.inbox.hours, hours);
    for (const [change, message] of [
      [{ timeZone: 'Mars/Olympus' }, /hours\.timeZone: must be an IANA time zone/],
      [
        { weekly: [monday('09:00', '12:00'), monday('11:59', '13:00')] },
        /weekly \(monday\): the ranges .* overlap/,
      ],
      [{ weekly: [monday('12:00', '12:00')] }, /must end after its start/],
      [{ weekly: [monday('9:00', '12:00')] }, /weekly/],
      [{ weekly: [monday('00:00', '24:01')] }, /weekly/],
      [{ weekly: Array.from({ length: 71 }, () => monday('09:00', '12:00')) }, /weekly/],
      [{ exceptions: [{ date: '2027-02-29', ranges: [] }] }, /2027-02-29 is not a date/],
      [
        {
          exceptions: [
            { date: '2027-02-28', ranges: [] },
            { date: '2027-02-28', ranges: [] },
          ],
        },
        /given twice/,
      ],
    ] as const) {
      const refused = await save(change);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.body.message, message);
    }
    assert.deepEqual((await agent()).body.settings.humanService.inbox.hours, hours);
    assert.equal((await save(null)).body.settings.humanService.inbox.hours, null);
  }),
);

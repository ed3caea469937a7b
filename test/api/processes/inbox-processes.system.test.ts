import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTyping } from '../../../src/handoff/inbox/typing/typing.ts';
import { listen, openLive, openVisit } from '../../support/channels/visitor.ts';
import { callApp, followInbox, withInboxProcesses } from '../../support/handoff/inbox-processes.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import type { TestService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

test(
  'operators of one process see what happens in another, resume there, and a deadline passes once',
  { skip: skipWithout('postgres') },
  () =>
    withInboxProcesses(async ({ apps: [one, two], user, inbox, setFirstReply, newConversation, say }) => {
      const stream = await followInbox(two, `${inbox}/events`);
      await stream.until('isComplete');
      const conversationId = await newConversation();
      await say(one, conversationId, 'I want to talk to a human');
      const seen = await stream.until('talk to a human');
      const session = seen.at(-1)!.data.sessions[0];
      assert.equal(session.conversationId, conversationId);
      const lastId = stream.lastId();
      stream.end();

      // The process is gone: the operator continues on the other one.
      await say(two, conversationId, 'Anybody there?');
      const resumed = await followInbox(one, `${inbox}/events`, { 'last-event-id': lastId });
      await resumed.until('Anybody there?');
      resumed.end();

      await setFirstReply(1);
      const late = await newConversation();
      await say(one, late, 'I want to talk to a human');
      await eventually('the deadline has passed', async () => {
        const { items } = (await callApp(two, 'GET', `${inbox}/sessions?queue=waiting`)).body;
        return items.some(
          (each: { conversationId: string; status: string }) =>
            each.conversationId === late && each.status === 'awaiting_message',
        );
      });
      await eventually('the event was delivered', () =>
        user.calls.some(({ body }) => body.includes('handoff.missed')),
      );
      const missed = await one.db.query
        .selectFrom('deliveries')
        .select('id')
        .where('body', 'like', '%handoff.missed%')
        .execute();
      assert.equal(missed.length, 1);
    }),
);

test(
  'people on different processes see each other type, without traces in the database, and what the other has seen',
  { skip: skipWithout('postgres') },
  () =>
    withInboxProcesses(async ({ apps: [one, two], inbox, addOperator }) => {
      const ada = await addOperator('Ada');
      const call = ((method, url, body, { key }: { key: string }) =>
        callApp(
          one,
          method as 'GET',
          url,
          body as object,
          key ? { authorization: `Bearer ${key}` } : {},
        )) as TestService['call'];
      const visit = await openVisit({ app: one, call });
      const asked = await visit.call('POST', '/handoff', { email: 'user@example.com' });
      const conversationId: string = asked.body.conversation_id;
      const { items } = (await callApp(one, 'GET', `${inbox}/sessions?queue=waiting`)).body;
      const stream = await followInbox(two, `${inbox}/events`);
      await stream.until('isComplete');
      const live = await openLive(await listen(one), visit, { conversationId });
      await live.until('the status is known', (events) => events.length > 0);

      await visit.call('POST', '/handoff/typing', { conversation_id: conversationId });
      await stream.until('event: typing');
      assert.equal((await ada.call(two, 'POST', `${inbox}/sessions/${items[0].id}/typing`)).status, 204);
      await live.until('the user sees it', (events) => events.some(({ data }) => data.typing));
      const events = await stream.until('"name":"Ada"');
      const typing = events.filter(({ event }) => event === 'typing').map(({ data }) => data);
      assert.deepEqual(typing, [
        { sessionId: items[0].id, operator: null },
        { sessionId: items[0].id, operator: { id: ada.id, name: 'Ada' } },
      ]);

      // Read receipts, from a page on each process to the other.
      const session = `${inbox}/sessions/${items[0].id}`;
      const sent = await visit.send('Are you there?', { conversation_id: conversationId });
      assert.equal((await ada.call(two, 'POST', `${session}/read`, {})).status, 200);
      await live.until('the user sees that it was read', (some) =>
        some.some(({ data }) => data.seen === sent.body.message_id),
      );
      assert.equal((await ada.call(two, 'POST', `${session}/replies`, { text: 'Yes' })).status, 201);
      const { message_id } = (await visit.read(conversationId)).at(-1);
      await visit.call('POST', '/handoff/seen', { conversation_id: conversationId, message_id });
      await stream.until(`"seenMessageId":"${message_id}"`);
      stream.end();
      live.leave();

      // A process that notes signals a minute later removes the old ones.
      const nowMs = Date.now() + 61_000;
      const later = createTyping({ db: one.db, clock: { nowMs: () => nowMs }, onError: () => {} });
      const workspaceId = inbox.split('/').at(-2)!;
      const sessionId: string = items[0].id;
      await later.signal({ workspaceId, sessionId, conversationId, operatorId: ada.id });
      const rows = await one.db.query.selectFrom('typing_signals').select('writer_id').execute();
      assert.deepEqual(rows, [{ writer_id: ada.id }]);
    }),
);

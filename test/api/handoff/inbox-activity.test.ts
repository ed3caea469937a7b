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
      [{ type: 'status', status: 'waiting', typing: true }],
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

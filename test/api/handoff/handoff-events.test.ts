import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { type HandoffBench, withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const phrases = ['talk to a human'];
const inboxSettings = { type: 'inbox' as const, baseUrl: null, phrases, firstReplySeconds: 3600 };

/** Events of a conversation in order of arrival, until one of this name has arrived. */
const eventsUntil = async (bench: HandoffBench, conversationId: string, name: string) => {
  const events = () =>
    bench.user.calls
      .map(({ body, headers }) => ({ ...JSON.parse(body), signature: headers['webhook-signature'] }))
      .filter((body) => body.event?.startsWith('handoff.') && body.conversation_id === conversationId);
  await eventually(`${name} arrived`, () => events().some(({ event }) => event === name));
  return events();
};

testService(
  'the webhook hears of waiting, missed and closed sessions of the inbox, in order',
  createScriptedModel,
  (service) =>
    withHandoff(service, inboxSettings, async (bench) => {
      await service.configure({ webhook: { events: 'all' } });
      const console = await openConsoleCalls(service);
      const support = await console.signIn('support');
      const inbox = `${console.base}/inbox/sessions`;
      const conversationId = await service.newConversation();
      await bench.send(conversationId, 'talk to a human');
      const [{ id }] = (await support('GET', `${inbox}?queue=waiting`)).body.items;
      await support('POST', `${inbox}/${id}/take`);
      const returned = await support('PUT', `${inbox}/${id}/assignee`, { operatorId: null });
      assert.equal(returned.status, 200, returned.text);
      await service.call('POST', '/v1/human/leave', { conversation_id: conversationId });
      const events = await eventsUntil(bench, conversationId, 'handoff.closed');
      assert.deepEqual(
        events.map(({ event, data: { session_id: _id, ...data } }) => [event, data]),
        [
          ['handoff.started', { trigger: 'phrase' }],
          ['handoff.waiting', { cause: 'started' }],
          ['handoff.waiting', { cause: 'returned' }],
          ['handoff.missed', { reason: 'user_left' }],
          ['handoff.closed', { reason: 'USER_CLOSED' }],
        ],
      );
      assert.deepEqual(new Set(events.map(({ data }) => data.session_id)), new Set([id]));

      // An answered session is not missed, and neither list contains it.
      const answered = await service.newConversation();
      await bench.send(answered, 'talk to a human');
      const [{ id: second }] = (await support('GET', `${inbox}?queue=waiting`)).body.items;
      assert.equal((await support('POST', `${inbox}/${second}/replies`, { text: 'Hello' })).status, 201);
      assert.equal((await support('POST', `${inbox}/${second}/close`, {})).status, 200);
      const names = (await eventsUntil(bench, answered, 'handoff.closed')).map(({ event }) => event);
      assert.deepEqual(names, ['handoff.started', 'handoff.waiting', 'handoff.closed']);
      const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map((item) => item.id);
      assert.deepEqual(idsOf(await support('GET', `${inbox}?queue=closed`)), [second, id]);
      assert.deepEqual(idsOf(await support('GET', `${inbox}?queue=closed&missed=true`)), [id]);
      const missed = await console.call('GET', `${console.base}/handoffs?missed=true`);
      assert.deepEqual(idsOf(missed), [id]);
      assert.equal(missed.body.items[0].missed, 'user_left');
      assert.equal(missed.body.items[0].backend, 'inbox');
      const { body: overview } = await console.call('GET', `${console.base}/overview`);
      assert.deepEqual([overview.missedHandoffsToday, overview.missedInboxSessionsToday], [1, 1]);
    }),
);

testService(
  'the webhook hears that a session waits when the human service has accepted it',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      await service.configure({ webhook: { events: 'all' } });
      const conversationId = await service.newConversation();
      await bench.send(conversationId, 'talk to a human');
      await eventsUntil(bench, conversationId, 'handoff.waiting');
      await service.call('POST', '/v1/human/leave', { conversation_id: conversationId });
      const events = await eventsUntil(bench, conversationId, 'handoff.closed');
      assert.deepEqual(
        events.map(({ event }) => event),
        ['handoff.started', 'handoff.waiting', 'handoff.missed', 'handoff.closed'],
      );
      const console = await openConsoleCalls(service);
      const { body: missed } = await console.call('GET', `${console.base}/handoffs?missed=true`);
      assert.equal(missed.items[0].backend, 'webhook');
      const { body: overview } = await console.call('GET', `${console.base}/overview`);
      assert.deepEqual([overview.missedHandoffsToday, overview.missedInboxSessionsToday], [1, 0]);
    }),
);

import assert from 'node:assert/strict';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { bodyOf, withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

testService(
  'set-userid is permanent: later conversations, events and human-service calls have the user_id',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases: ['human'] }, async (bench) => {
      const { call } = service;
      await service.configure({ webhook: { events: 'all' } });
      const guest = await openVisit(service, { email: 'guest@example.com' });
      const anonymous_id: string = guest.session.visitor.anonymous_id;
      await guest.send('Before');
      const named = { anonymous_id, user_id: 'ada' };
      for (let times = 0; times < 2; times += 1)
        assert.equal((await call('POST', '/v1/user/set-userid', named)).status, 200);

      // The open page and the same browser opened again both continue as that user.
      await guest.call('POST', '/conversations');
      const second = conversationOf(await guest.send('After'));
      const again = await openVisit(service, { browser_secret: guest.secret });
      assert.equal(again.session.visitor.anonymous_id, anonymous_id);
      await again.call('POST', '/conversations');
      const third = conversationOf(await again.send('After the reload'));
      assert.notEqual(second, third);
      const { list } = (await call('GET', '/v1/bot/conversation/page?user_id=ada')).body;
      assert.equal(list.length, 3);
      assert.deepEqual((await again.listed()).length, 3, 'the browser still shows its messages');

      await again.send('human');
      const [establish] = await bench.heard(1);
      const { user_id, anonymous_id: sentId } = establish!.body.user_info;
      assert.deepEqual([user_id, sentId], ['ada', anonymous_id]);
      const events = () =>
        bench.user.calls
          .map(bodyOf)
          .filter(({ event, conversation_id }) => event && conversation_id === third);
      await eventually('the events were delivered', () => events().length >= 2);
      for (const event of events())
        assert.deepEqual([event.user_id, event.anonymous_id], ['ada', anonymous_id]);
    }),
);

testService(
  'a visitor with a user_id cannot get another, and keeps the first',
  createScriptedModel,
  async (service) => {
    const { call } = service;
    const guest = await openVisit(service);
    const anonymous_id: string = guest.session.visitor.anonymous_id;
    const set = (user_id: string) => call('POST', '/v1/user/set-userid', { anonymous_id, user_id });
    // Also before the first message of the visitor.
    assert.equal((await set('ada')).status, 200);
    const refused = await set('bob');
    assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
    assert.match(refused.body.message, /^user_id: this visitor already has another user_id/);
    assert.equal((await set('ada')).status, 200);
    assert.equal((await set(anonymous_id)).body.code, 40000, 'the id of a visitor is not a user_id');
    await guest.send('Hello');
    const { list } = (await call('GET', '/v1/bot/conversation/page')).body;
    assert.deepEqual(
      list.map(({ user_id }: { user_id: string }) => user_id),
      ['ada'],
    );
    // Of parallel calls with two ids one succeeds, the other is rejected.
    const other = await openVisit(service);
    const answers = await Promise.all(
      ['eve', 'mallory'].map((user_id) =>
        call('POST', '/v1/user/set-userid', { anonymous_id: other.session.visitor.anonymous_id, user_id }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const { body } = await call('GET', `/v2/user-property/query?anonymous_ids=${anonymous_id}`);
    assert.deepEqual(body, [{ user_id: 'ada', anonymous_id, property_values: [] }]);
  },
);

testService(
  'an anonymous visitor is never reported as proven, neither to tools nor in events',
  () =>
    createScriptedModel((_request, callNumber) =>
      callNumber % 2 === 1 ? [{ call: { id: '1', name: 'who', argumentsText: '{}' } }] : [{ say: 'ok' }],
    ),
  async (service) => {
    const tool = await startReceiver();
    const hook = await startReceiver();
    try {
      await service.configure({
        webhook: { url: hook.url, events: 'all' },
        tools: { http: [{ name: 'who', description: 'Who', method: 'GET', url: tool.url }] },
      } as never);
      const guest = await openVisit(service);
      const anonymous_id: string = guest.session.visitor.anonymous_id;
      const proven = async (): Promise<[unknown, unknown]> => {
        await guest.send('Who am I?');
        const isSent = () => hook.calls.map(bodyOf).filter(({ event }) => event === 'message.sent');
        await eventually('the event was delivered', () => isSent().length === tool.calls.length);
        return [tool.calls.at(-1)!.headers['x-user-proven'], isSent().at(-1)!.data.user_proven];
      };
      assert.deepEqual(await proven(), ['false', false]);
      await service.call('POST', '/v1/user/set-userid', { anonymous_id, user_id: 'ada' });
      assert.deepEqual(await proven(), ['true', true], 'the developer has set the user');
      assert.equal(tool.calls.at(-1)!.headers['x-user-id'], 'ada');
    } finally {
      await tool.close();
      await hook.close();
    }
  },
);

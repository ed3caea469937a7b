import assert from 'node:assert/strict';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';

const phrases = ['talk to a human'];

testService(
  'in the widget a person can also take over from a streaming agent, and answers live instead of by webhook',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const { agents, conversations, handoff, jobs } = service.app.rooms;
      const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
      const agent = (await agents.find(id))!;
      const user = { userId: 'widget-1', channel: 'WIDGET' };
      assert.equal(await handoff.needsEmail(agent, user), true);
      const preset = {
        user_id: user.userId,
        property_values: [{ property_name: 'email', value: 'ada@example.com' }],
      };
      assert.equal((await service.call('POST', '/v1/property/update', preset)).status, 200);
      assert.equal(await handoff.needsEmail(agent, user), false);

      const conversation = await conversations.create({ agent, ...user, anonymousId: user.userId });
      const asked = await bench.send(conversation, 'talk to a human', { mode: 'streaming' });
      assert.deepEqual(
        readEvents(asked.text).map(({ code }) => code),
        [11, 10, 4, 0],
      );
      const [establish] = await bench.heard(1);
      assert.equal(establish!.body.email, 'ada@example.com');
      assert.deepEqual(establish!.body.user_info, {
        phone: '',
        email: 'ada@example.com',
        user_id: 'widget-1',
        anonymous_id: 'widget-1',
      });

      const shown: string[] = [];
      handoff.onHumanMessage(({ text }) => void shown.push(text));
      await bench.send(conversation, 'Hello?', { mode: 'streaming' });
      await bench.reply(conversation, 'Hello!');
      assert.deepEqual(shown, ['Hello!']);
      assert.deepEqual(
        (await handoff.messages({ conversationId: conversation, limit: 10 })).map(({ text }) => text),
        ['Hello!'],
      );
      await service.call('POST', '/v1/human/close', { conversation_id: conversation, timestamp: 1 });
      const events = await bench.read(2, ['handoff.waiting']);
      await jobs.idle();
      assert.deepEqual(
        events.map(({ event, conversation_type }) => [event, conversation_type]),
        [
          ['handoff.started', 'WIDGET'],
          ['handoff.closed', 'WIDGET'],
        ],
      );
    }),
);

testService('a message with only files reaches the person with their names', createScriptedModel, (service) =>
  withHandoff(service, { phrases }, async (bench) => {
    const conversation_id = await service.newConversation();
    await bench.send(conversation_id, 'talk to a human');
    const base64_content = Buffer.from('The order was two lamps.').toString('base64');
    const sent = await service.call('POST', '/v2/conversation/message', {
      conversation_id,
      response_mode: 'webhook',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See here:' },
            { type: 'document', document: { base64_content, name: 'order.txt' } },
          ],
        },
      ],
    });
    assert.equal(sent.status, 200);
    assert.equal((await bench.heard(2))[1]!.body.body, 'See here:\n[document: order.txt]');
  }),
);

testService(
  'a workspace without credits can still use a handoff, and pays nothing',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      await service.configure({ prices: { textInputPerMillion: '100', textOutputPerMillion: '100' } });
      const { db } = service.app;
      await db.query.updateTable('workspaces').set({ balance_nano: 0 }).execute();
      const conversation = await service.newConversation();
      assert.equal((await bench.send(conversation, 'Hello')).status, 402);
      assert.equal((await bench.send(conversation, 'talk to a human')).status, 200);
      assert.equal((await bench.send(conversation, 'Anybody?')).status, 200);
      await bench.heard(2);
      const { reserved_nano } = await db.query
        .selectFrom('workspaces')
        .select('reserved_nano')
        .executeTakeFirstOrThrow();
      assert.equal(reserved_nano, 0);
    }),
);

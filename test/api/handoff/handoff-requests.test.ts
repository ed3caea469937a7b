import assert from 'node:assert/strict';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { bodyOf, withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const asksForPerson = { call: { id: '1', name: 'request_human', argumentsText: '{}' } };

testService(
  'the session begins at the tool call; earlier text stays, and only the text of the operator follows',
  () => {
    return createScriptedModel((request) =>
      request.messages.some((message) => message.role === 'tool')
        ? [{ say: 'The model must not be asked again.' }]
        : [{ say: 'Let me see.' }, asksForPerson, { say: 'And one more thing.' }],
    );
  },
  (service) =>
    withHandoff(service, { connectingText: 'One moment, I am getting somebody.' }, async (bench) => {
      const conversation = await service.newConversation();
      await bench.send(conversation, 'A person, please');
      const [reply] = await bench.read(1);
      const expected = 'Let me see.\n\nOne moment, I am getting somebody.';
      assert.equal(reply.output[0].content.text, expected);
      const [establish] = await bench.heard(1);
      assert.deepEqual(establish!.body.body, [
        { message_type: 'QUESTION', text: 'A person, please' },
        { message_type: 'ANSWER', text: 'Let me see.' },
      ]);
      // From here on the person answers.
      await bench.send(conversation, 'Are you there?');
      const [, chat] = await bench.heard(2);
      assert.deepEqual([chat!.call, chat!.body.body], ['chat', 'Are you there?']);
      const { body } = await service.call('GET', `/v2/messages?conversation_id=${conversation}`);
      assert.equal(body.conversation_content[1].content[0].branch_content[0].text, expected);
    }),
);

testService(
  'establish is sent while the round that requested it is still running',
  () => {
    return createScriptedModel(() => [
      asksForPerson,
      { call: { id: '2', name: 'slow', argumentsText: '{}' } },
    ]);
  },
  (service) =>
    withHandoff(service, {}, async (bench) => {
      const held: (() => void)[] = [];
      bench.user.answerWith((call, response) => {
        if (call.method !== 'GET') response.writeHead(200).end('{}');
        else held.push(() => response.writeHead(200).end('{}'));
      });
      const tool = {
        name: 'slow',
        description: 'Slow',
        method: 'GET',
        url: bench.user.url,
        timeoutMs: 60_000,
      };
      await service.configure({ tools: { http: [{ ...tool, headers: {}, parameters: {} }] } } as never);
      await bench.send(await service.newConversation(), 'A person, please');
      await eventually('the slow tool is called', () => held.length === 1);
      await bench.heard(1);
      const round = await service.app.db.query
        .selectFrom('rounds')
        .select('status')
        .executeTakeFirstOrThrow();
      assert.equal(round.status, 'running');
      for (const answer of held) answer();
      const replies = () => bench.user.calls.filter(({ method }) => method === 'POST').map(bodyOf);
      await eventually('the reply was delivered', () => replies().length === 1);
      assert.equal(replies()[0].output[0].content.text, 'I am connecting you to a colleague.');
    }),
);

let modelGoesOn = (): void => {};

testService(
  'a process that has lost the round to another one starts no session for it',
  () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    modelGoesOn = resolve;
    return createScriptedModel(() => [{ wait: promise }, asksForPerson]);
  },
  (service) =>
    withHandoff(service, {}, async (bench) => {
      const { db } = service.app;
      await bench.send(await service.newConversation(), 'A person, please');
      await db.query.updateTable('rounds').set({ attempt: 2, owner: 'other' }).execute();
      modelGoesOn();
      await eventually('the run has ended', () => service.app.rooms.runtime.liveCount === 0);
      assert.deepEqual(await db.query.selectFrom('human_sessions').selectAll().execute(), []);
      assert.equal(bench.desk.calls.length, 0);
    }),
);

const needsEmail = 'Please enter your e-mail address. Then I will connect you to a colleague.';

for (const trigger of ['phrase', 'tool'] as const)
  testService(
    `a visitor enters an e-mail address before a handoff by ${trigger}`,
    () =>
      createScriptedModel((request) => (request.tools.length > 0 ? [asksForPerson] : [{ say: 'Hello.' }])),
    (service) =>
      withHandoff(service, { phrases: trigger === 'phrase' ? ['human'] : [] }, async (bench) => {
        for (const channel of ['WIDGET', 'EMBED', 'SHARE']) {
          const before = bench.desk.calls.length;
          const visit = await openVisit(service, { channel });
          const asked = await visit.send('human, please');
          assert.equal(asked.status, 200);
          const said = readEvents(asked.text).flatMap(({ code, data }) => (code === 3 ? [data] : []));
          assert.equal(said.join(''), needsEmail, channel);
          const conversation_id = conversationOf(asked);
          const again = await openVisit(service, { channel, browser_secret: visit.secret });
          assert.equal(again.session.conversation.status, 'email');
          assert.equal(
            bench.desk.calls.length,
            before,
            'the human service is not called without an e-mail address',
          );
          const refused = await visit.call('POST', '/handoff', { conversation_id, email: 'nonsense' });
          assert.equal(refused.status, 400);
          const email = 'ada@example.com';
          const started = await visit.call('POST', '/handoff', { conversation_id, email });
          assert.deepEqual([started.status, started.body.status], [200, 'waiting']);
          const establish = (await bench.heard(before + 1)).at(-1)!;
          assert.deepEqual([establish.call, establish.body.email], ['establish', email]);
        }
        // Not asked again if it is known, or if the visitor declines.
        const known = await openVisit(service, { email: 'bob@example.com' });
        const handed = await known.send('human, please');
        assert.equal(trigger === 'phrase' ? handed.status : 202, 202);
        assert.equal((await bench.heard(4)).at(-1)!.body.email, 'bob@example.com');
        const shy = await openVisit(service);
        const conversation_id = conversationOf(await shy.send('human, please'));
        const left = await shy.call('POST', '/handoff/leave', { conversation_id });
        assert.deepEqual([left.status, left.body.status], [200, 'agent']);
        assert.equal(bench.desk.calls.length, 4);
      }),
  );

import assert from 'node:assert/strict';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const phrases = ['talk to a human', '转人工'];

testService(
  'a phrase starts a handoff: the person gets the conversation and later messages in order, and the user the answers',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases, supportEmail: 'help@example.com' }, async (bench) => {
      const conversation = await service.newConversation('ada');
      await bench.send(conversation, 'Where is my parcel?');
      await bench.read(1);
      const asked = await bench.send(conversation, 'I want to TALK to a human!');
      assert.equal(asked.status, 200);
      const [establish] = await bench.heard(1);
      assert.equal(establish!.call, 'establish');
      const { timestamp, ...body } = establish!.body;
      assert.ok(String(timestamp).length === 13);
      assert.deepEqual(body, {
        conversation_id: conversation,
        email: 'help@example.com',
        bot_id: body.bot_id,
        body: [
          { message_type: 'QUESTION', text: 'Where is my parcel?' },
          { message_type: 'ANSWER', text: 'You said: Where is my parcel?' },
          { message_type: 'QUESTION', text: 'I want to TALK to a human!' },
        ],
        user_info: { phone: '', email: '', user_id: 'ada', anonymous_id: '' },
      });

      await bench.send(conversation, 'Are you there?');
      await bench.send(conversation, 'It is parcel 7.', { version: 1 });
      const heard = await bench.heard(3);
      assert.deepEqual(
        heard.slice(1).map(({ call, body: chat }) => [call, chat.conversation_id, chat.body]),
        [
          ['chat', conversation, 'Are you there?'],
          ['chat', conversation, 'It is parcel 7.'],
        ],
      );

      const received = await bench.reply(conversation, 'This is Grace. It arrives on Monday.');
      assert.deepEqual([received.status, received.body], [200, { code: 0, message: 'OK' }]);
      const [, human] = await bench.read(2);
      // The newest round was sent through version 1.
      assert.equal(human.message_type, 'ANSWER');
      assert.equal(human.text, 'This is Grace. It arrives on Monday.');
      assert.equal(human.flow_output[0].from_component_name, 'Human service');
      await bench.send(conversation, 'Thanks');
      await bench.reply(conversation, 'You are welcome.');
      const [, , second] = await bench.read(3);
      assert.deepEqual(second.output, [
        {
          from_component_branch: '',
          from_component_name: 'Human service',
          content: { text: 'You are welcome.', audio: [] },
        },
      ]);
      assert.equal(second.usage.tokens.total_tokens, 0);
      assert.equal(second.usage.credits.total_credits, 0);
      assert.notEqual(second.message_id, human.message_id);
      assert.equal(bench.user.calls.length, 3, 'the agent sent nothing');
    }),
);

testService(
  'after the person has closed, the agent answers again and knows the human messages',
  () => ({ models: scripted.models }),
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      await bench.send(conversation, '请帮我转人工谢谢');
      await bench.heard(1);
      await bench.reply(conversation, 'The code is 4711.');
      await bench.send(conversation, 'And the colour?');
      await bench.reply(conversation, 'Blue.');
      const close = { conversation_id: conversation, timestamp: 5 };
      for (let times = 0; times < 2; times++) {
        const closed = await service.call('POST', '/v1/human/close', close);
        assert.deepEqual([closed.status, closed.body], [200, close]);
      }
      const late = await bench.reply(conversation, 'One more thing');
      assert.deepEqual([late.status, late.body.code], [400, 40000]);
      await bench.send(conversation, 'What was the code?');
      const read = await bench.read(3);
      assert.equal(read.at(-1).output[0].content.text, 'You said: What was the code?');
      const told = scripted.requests
        .at(-1)!
        .messages.map((message) => ('parts' in message ? message.parts[0] : { text: message.text }))
        .map((part) => (part && 'text' in part ? part.text : ''));
      assert.deepEqual(told.slice(1), [
        '请帮我转人工谢谢',
        'Human service: The code is 4711.',
        'And the colour?',
        'Human service: Blue.',
        'What was the code?',
      ]);
      assert.deepEqual(
        (await bench.heard(2)).map(({ call }) => call),
        ['establish', 'chat'],
        'the human service is not notified of its own close',
      );
    }),
);

const scripted = createScriptedModel();

testService(
  'the model requests a handoff with its tool, if a human service is set up',
  () => ({
    models: createScriptedModel((request) =>
      request.messages.some((message) => message.role === 'tool')
        ? [{ say: 'A person will be with you.' }]
        : request.tools.some((tool) => tool.name === 'request_human')
          ? [{ call: { id: '1', name: 'request_human', argumentsText: '{}' } }]
          : [{ say: 'Nobody can be called here.' }],
    ).models,
  }),
  (service) =>
    withHandoff(service, {}, async (bench) => {
      const conversation = await service.newConversation();
      const blocking = await bench.send(conversation, 'A person, please', { mode: 'blocking' });
      assert.equal(blocking.body.output[0].content.text, 'Nobody can be called here.');
      assert.equal(bench.desk.calls.length, 0);
      const document = {
        name: 'invoice.txt',
        base64_content: Buffer.from('Invoice 7').toString('base64'),
      };
      await service.call('POST', '/v2/conversation/message', {
        conversation_id: conversation,
        response_mode: 'webhook',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'A person, please' },
              { type: 'document', document },
            ],
          },
        ],
      });
      const [reply] = await bench.read(1);
      assert.equal(reply.output[0].content.text, 'I am connecting you to a colleague.');
      const [establish] = await bench.heard(1);
      assert.deepEqual(establish!.body.body.slice(-1), [
        { message_type: 'QUESTION', text: 'A person, please\ninvoice.txt:\nInvoice 7' },
      ]);
      await bench.send(conversation, 'Hello?');
      assert.equal((await bench.heard(2))[1]!.call, 'chat');
    }),
);

const besidePerson = createScriptedModel();

testService(
  'the agent answers blocking and streaming calls while a person answers all others',
  () => ({ models: besidePerson.models }),
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      await bench.send(conversation, 'talk to a human');
      await bench.heard(1);
      const blocking = await bench.send(conversation, 'And you?', { mode: 'blocking' });
      assert.equal(blocking.body.output[0].content.text, 'You said: And you?');
      const streaming = await bench.send(conversation, 'talk to a human', { mode: 'streaming' });
      assert.match(streaming.text, /You said/);
      await bench.reply(conversation, 'I am a person.');
      await bench.send(conversation, 'Who was that?', { mode: 'blocking' });
      const told = JSON.stringify(besidePerson.requests.at(-1)!.messages);
      assert.match(
        told,
        /Human service: I am a person\./,
        'messages after a round are known in the next one',
      );
      await bench.send(conversation, 'Still there?');
      assert.deepEqual(
        (await bench.heard(2)).map(({ call }) => call),
        ['establish', 'chat'],
      );
    }),
);

testService('without a human service a phrase is an ordinary message', createScriptedModel, (service) =>
  withHandoff(service, { phrases, baseUrl: null }, async (bench) => {
    const conversation = await service.newConversation();
    await bench.send(conversation, 'talk to a human');
    const [reply] = await bench.read(1);
    assert.equal(reply.output[0].content.text, 'You said: talk to a human');
  }),
);

testService(
  'a run that is running or waiting when a handoff starts ends without further text',
  () => ({
    models: createScriptedModel(() => [{ say: 'I was just say' }, { wait: new Promise(() => {}) }]).models,
  }),
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      const first = await bench.send(conversation, 'A long question');
      const second = await bench.send(conversation, 'Another one');
      await bench.send(conversation, 'No: talk to a human');
      const [establish] = await bench.heard(1);
      assert.deepEqual(
        establish!.body.body.map(({ text }: { text: string }) => text),
        ['A long question', 'Another one', 'No: talk to a human'],
      );
      const { db } = service.app;
      const rounds = () =>
        db.query
          .selectFrom('rounds')
          .select(['id', 'status', 'answer_text', 'human_session_id'])
          .orderBy('sequence')
          .execute();
      await eventually('the runs ended', async () =>
        (await rounds()).every(({ status }) => status !== 'running'),
      );
      const stored = await rounds();
      assert.deepEqual(
        stored.map(({ status, answer_text }) => [status, answer_text]),
        [
          ['stopped', ''],
          ['stopped', ''],
          ['done', ''],
        ],
      );
      assert.equal(new Set(stored.map((round) => round.human_session_id)).size, 1);
      for (const { body } of [first, second]) {
        const resumed = await service.call(
          'GET',
          `/v1/conversation/message/stream?message_id=${body.message_id}`,
        );
        assert.doesNotMatch(resumed.text, /just say/);
      }
      await service.app.rooms.jobs.idle();
      assert.equal(bench.user.calls.length, 0);
    }),
);

testService(
  'the user leaves: the human service is notified and the agent answers again',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation_id = await service.newConversation();
      await bench.send(conversation_id, 'talk to a human');
      for (let times = 0; times < 2; times++) {
        const left = await service.call('POST', '/v1/human/leave', { conversation_id });
        assert.deepEqual([left.status, left.body], [200, { code: 0, message: 'OK' }]);
      }
      const [, close] = await bench.heard(2);
      assert.equal(close!.call, 'close');
      assert.deepEqual(close!.body, {
        conversation_id,
        timestamp: close!.body.timestamp,
        type: 'USER_CLOSED',
      });
      await bench.send(conversation_id, 'Hello agent');
      const [reply] = await bench.read(1);
      assert.equal(reply.output[0].content.text, 'You said: Hello agent');
      assert.equal(bench.desk.calls.length, 2);
    }),
);

testService(
  "listings show the user's messages and human answers, which cannot be rated",
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      const asked = await bench.send(conversation, 'talk to a human');
      await bench.heard(1);
      await bench.reply(conversation, 'Here I am.');
      const [human] = await bench.read(1);
      const listed = await service.call('GET', `/v2/messages?conversation_id=${conversation}`);
      assert.deepEqual(
        listed.body.conversation_content.map(
          (item: { role: string; from?: string; content: { branch_content: { text: string }[] }[] }) => [
            item.role,
            item.from,
            item.content[0]?.branch_content[0]?.text,
          ],
        ),
        [
          ['user', undefined, 'talk to a human'],
          ['assistant', 'human', 'Here I am.'],
        ],
      );
      const records = await service.call('GET', '/v1/message/qa/record/page?page_size=10&page=1');
      assert.deepEqual([records.body.qa[0].q, records.body.qa[0].a], ['talk to a human', 'Here I am.']);
      for (const answer_id of [human.answer_id, human.message_id]) {
        const rated = await service.call('POST', '/v1/message/feedback', { answer_id, feedback: 'POSITIVE' });
        assert.deepEqual([rated.status, rated.body.code], [400, 40000]);
      }
      const again = await service.call(
        'GET',
        `/v1/conversation/message/stream?message_id=${asked.body.message_id}`,
      );
      assert.match(again.text, /"code":0,"message":"End"/);
    }),
);

import assert from 'node:assert/strict';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const ask = async ({ call }: TestService, conversationId: string, content: string) =>
  (
    await call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      messages: [{ role: 'user', content }],
    })
  ).body;

const suggest = ({ call }: TestService, answerId: string) =>
  call('GET', `/v1/next/question?answer_id=${answerId}`);

const scripted = createScriptedModel(
  ({ messages }) => {
    const isForQuestions = JSON.stringify(messages[0]).includes('may ask next');
    return [
      {
        say: isForQuestions ? '1. What does it cost?\n2. When is it open?\n3. Is there a sauna?' : 'At nine.',
      },
    ];
  },
  { usage: usageOf(100, 50) },
);

testService(
  'the model of the agent writes questions that the user may ask next',
  () => ({ models: scripted.models }),
  async (service) => {
    await service.configure({ prices: { textInputPerMillion: '3', textOutputPerMillion: '15' } });
    const conversationId = await service.newConversation();
    const first = await ask(service, conversationId, 'When is it open?');
    await ask(service, conversationId, 'This question comes later.');
    const before = (await service.call('GET', '/v1/account/bill/total')).body.chat;
    const { status, body } = await suggest(service, first.message_id);
    assert.equal(status, 200);
    assert.deepEqual(body, { questions: ['What does it cost?', 'Is there a sauna?'] });
    const prompt = JSON.stringify(scripted.requests.at(-1)!.messages);
    assert.ok(prompt.includes('When is it open?') && prompt.includes('At nine.'));
    assert.ok(!prompt.includes('comes later'), 'only the conversation until the reply');
    assert.equal((await service.call('GET', '/v1/account/bill/total')).body.chat, before + 0.00105);
    const { total } = (await service.call('GET', `/v2/messages?conversation_id=${conversationId}`)).body;
    assert.equal(total, 4, 'nothing is added to the conversation');

    assert.equal((await suggest(service, '0'.repeat(24))).status, 404);
    assert.equal((await suggest(service, 'x')).status, 404);
    const missing = await service.call('GET', '/v1/next/question');
    assert.equal(missing.body.code, 40000);
    assert.match(missing.body.message, /answer_id/);
  },
);

testService('the embedded model offers questions of pairs in the knowledge', {}, async (service) => {
  const added = await service.call('POST', '/v1/bot/doc/qa/add', {
    files: [
      {
        file_name: 'faq',
        qa: [
          { question: 'When does the pool open?', answer: 'The pool opens at nine.' },
          { question: 'What does the pool cost?', answer: 'The pool costs five euros.' },
        ],
      },
    ],
  });
  assert.equal(added.status, 200, added.text);
  await service.app.rooms.jobs.idle();
  const reply = await ask(service, await service.newConversation(), 'When does the pool open?');
  const { body } = await suggest(service, reply.message_id);
  assert.deepEqual(body, { questions: ['What does the pool cost?'] });
});

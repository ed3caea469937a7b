import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/models/index.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

const saidBefore = (request: ModelRequest): string[] =>
  request.messages.flatMap((message) => (message.role === 'assistant' ? [message.text] : []));

const question = (request: ModelRequest): string => {
  const last = request.messages.at(-1)!;
  return last.role === 'user' && last.parts[0]?.type === 'text' ? last.parts[0].text : '';
};

let scripted = createScriptedModel();

testService(
  '200 concurrent messages of one conversation are answered one by one, in order, each with the earlier ones',
  () => {
    let running = 0;
    scripted = createScriptedModel((request) => {
      assert.equal(++running, 1, 'two rounds of one conversation ran at once');
      const pause = new Promise<void>((resolve) => setImmediate(resolve)).then(() => void running--);
      return [{ wait: pause }, { say: `reply to ${question(request)}` }];
    });
    return { models: scripted.models };
  },
  async ({ call, newConversation, configure, app }) => {
    await configure({ memory: { shortTermTokens: 100_000 } });
    const conversationId = await newConversation();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        call('POST', '/v1/conversation/message', { conversation_id: conversationId, text: `m${index}` }),
      ),
    );
    assert.ok(replies.every((reply) => reply.status === 200));
    const rounds = await app.db.query
      .selectFrom('rounds')
      .select(['id', 'sequence', 'question_text', 'answer_text', 'status'])
      .where('conversation_id', '=', conversationId)
      .orderBy('sequence')
      .execute();
    assert.equal(rounds.length, 200);
    assert.deepEqual(
      rounds.map((round) => round.sequence),
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    assert.ok(
      rounds.every(
        (round) => round.status === 'done' && round.answer_text === `reply to ${round.question_text}`,
      ),
    );
    // The model was called in order, each time with every earlier answer.
    const order = rounds.map((round) => round.question_text);
    assert.deepEqual(scripted.requests.map(question), order);
    for (const [index, request] of scripted.requests.entries())
      assert.deepEqual(
        saidBefore(request),
        order.slice(0, index).map((text) => `reply to ${text}`),
      );
    // Every caller got the reply to its own message.
    for (const [index, reply] of replies.entries()) assert.equal(reply.body.text, `reply to m${index}`);
  },
);

let open = (): void => {};

testService(
  'conversations do not wait for each other',
  () => {
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    scripted = createScriptedModel((request) => [
      ...(question(request) === 'slow' ? [{ wait: gate }] : []),
      { say: 'done' },
    ]);
    return { models: scripted.models };
  },
  async ({ call, newConversation }) => {
    const slow = call('POST', '/v1/conversation/message', {
      conversation_id: await newConversation('a'),
      text: 'slow',
    });
    const quick = await call('POST', '/v1/conversation/message', {
      conversation_id: await newConversation('b'),
      text: 'quick',
    });
    assert.equal(quick.body.text, 'done');
    open();
    assert.equal((await slow).body.text, 'done');
  },
);

import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const scripted = () => createScriptedModel(() => [{ say: 'Fine.' }]);

const newRound = async ({ call, newConversation }: TestService) => {
  const conversation_id = await newConversation();
  const { body } = await call('POST', '/v1/conversation/message', { conversation_id, text: 'How are you?' });
  return { conversationId: conversation_id, messageId: body.message_id, answerId: body.answer_id };
};

const ratingsOf = async ({ app }: TestService, id: string) => {
  const rounds = app.db.query.selectFrom('rounds').select(['feedback', 'quality']);
  return { ...(await rounds.where('id', '=', id).executeTakeFirstOrThrow()) };
};

testService(
  'a reply is rated by its answer_id or its message_id; the newest rating counts',
  scripted,
  async (service) => {
    const { messageId, answerId } = await newRound(service);
    const rate = async (path: string, body: Record<string, unknown>) => {
      const answer = await service.call('POST', `/v1/message/${path}`, body);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, { affectCount: 1 });
      return ratingsOf(service, messageId);
    };
    const feedback = (answer_id: string, given: string) => rate('feedback', { answer_id, feedback: given });
    const quality = (answer_id: string, given: string) => rate('quality', { answer_id, quality: given });
    assert.deepEqual(await ratingsOf(service, messageId), { feedback: 'NONE', quality: 'NONE' });
    assert.equal((await feedback(answerId, 'POSITIVE')).feedback, 'GOOD');
    assert.equal((await feedback(messageId, 'NEGATIVE')).feedback, 'BAD');
    assert.equal((await feedback(answerId, 'NEGATIVE')).feedback, 'BAD');
    assert.equal((await feedback(answerId, 'CANCELED')).feedback, 'NONE');
    for (const given of ['UNRESOLVED', 'PARTIALLY_RESOLVED', 'FULLY_RESOLVED', 'NONE'])
      assert.deepEqual(await quality(answerId, given), { feedback: 'NONE', quality: given });
  },
);

testService(
  'negative feedback has a reason and a comment until other feedback replaces it',
  scripted,
  async (service) => {
    const { answerId } = await newRound(service);
    const rate = (body: Record<string, unknown>) =>
      service.call('POST', '/v1/message/feedback', { answer_id: answerId, ...body });
    const listed = async () => {
      const { body } = await service.call('GET', '/v1/message/qa/record/page?page_size=10');
      const [{ user_feedback, feedback_reason, feedback_comment }] = body.qa;
      return [user_feedback, feedback_reason, feedback_comment];
    };
    const longest = '😀'.repeat(1000);
    const negative = { feedback: 'NEGATIVE', reason: 'INCOMPLETE', comment: '  The price\nis missing. ' };
    assert.deepEqual((await rate(negative)).body, { affectCount: 1 });
    assert.deepEqual(await listed(), ['BAD', 'INCOMPLETE', 'The price\nis missing.']);

    for (const [body, message] of [
      [{ feedback: 'NEGATIVE', reason: 'UGLY' }, /reason/],
      [{ feedback: 'NEGATIVE', reason: 5 }, /reason/],
      [{ feedback: 'NEGATIVE', comment: 5 }, /comment/],
      [{ feedback: 'NEGATIVE', comment: `${longest}x` }, /^comment: at most 1000 characters$/],
      [{ feedback: 'NEGATIVE', comment: 'a\0b' }, /comment must not contain the NUL character/],
      [{ feedback: 'POSITIVE', reason: 'OTHER' }, /^reason: can only be sent with negative feedback$/],
      [{ feedback: 'CANCELED', comment: 'Why' }, /^comment: can only be sent with negative feedback$/],
    ] as const) {
      const refused = await rate(body);
      assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
      assert.match(refused.body.message, message);
    }
    assert.deepEqual(await listed(), ['BAD', 'INCOMPLETE', 'The price\nis missing.'], 'nothing was changed');

    await rate({ feedback: 'NEGATIVE', comment: longest });
    assert.deepEqual(await listed(), ['BAD', undefined, longest]);
    for (const [feedback, stored] of [
      ['POSITIVE', 'GOOD'],
      ['NEGATIVE', 'BAD'],
      ['CANCELED', 'NONE'],
    ]) {
      assert.equal((await rate({ feedback, reason: null, comment: ' ' })).status, 200);
      assert.deepEqual(await listed(), [stored, undefined, undefined]);
      await rate(negative);
    }
  },
);

testService('invalid ratings are rejected', scripted, async (service) => {
  const { answerId, conversationId } = await newRound(service);
  const { app } = service;
  const { agents, apiKeys } = app.rooms;
  const own = await app.db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
  await app.db.transaction(async (tx) => {
    const other = await agents.create(tx, { workspaceId: own.workspace_id, name: 'Other' });
    await apiKeys.create(tx, { agentId: other.id, name: 'x', key: 'app-other' });
  });
  const session = 'b'.repeat(24);
  await app.db.query
    .insertInto('human_sessions')
    .values({
      id: session,
      workspace_id: own.workspace_id,
      agent_id: own.id,
      conversation_id: conversationId,
      ordinal: 1,
      channel: 'API',
      status: 'open',
      trigger_kind: 'phrase',
      trigger_round_id: null,
      start_sequence: 1,
      establish_delivery_id: 'x',
      first_reply_ms: 1,
      idle_ms: 1,
      has_replied: 1,
      deadline_at: null,
      told_unreachable: 0,
      close_reason: null,
      created_at: 1,
      opened_at: 1,
      closed_at: null,
    })
    .execute();
  const human = { id: 'c'.repeat(24), answer_id: 'd'.repeat(24) };
  await app.db.query
    .insertInto('human_messages')
    .values({
      ...human,
      agent_id: own.id,
      conversation_id: conversationId,
      session_id: session,
      sender: 'human',
      text: 'Hello, Bob here.',
      after_sequence: 1,
      given_timestamp: null,
      created_at: 1,
    })
    .execute();
  const rate = async (body: Record<string, unknown>, key?: string) => {
    const path = 'feedback' in body ? '/v1/message/feedback' : '/v1/message/quality';
    const answer = await service.call('POST', path, body, key ? { key } : {});
    assert.equal(answer.body.code, 40000);
    return answer.status;
  };
  for (const rating of [{ feedback: 'POSITIVE' }, { quality: 'UNRESOLVED' }]) {
    assert.equal(await rate({ answer_id: 'a'.repeat(24), ...rating }), 404);
    assert.equal(await rate({ answer_id: 'x', ...rating }), 404);
    assert.equal(await rate({ answer_id: answerId, ...rating }, 'app-other'), 404);
    assert.equal(await rate({ answer_id: human.answer_id, ...rating }), 400);
    assert.equal(await rate({ answer_id: human.id, ...rating }), 400);
    for (const answer_id of [undefined, null, '', ' ', 5])
      assert.equal(await rate({ answer_id, ...rating }), 400);
  }
  for (const feedback of ['GOOD', 'positive', '', null])
    assert.equal(await rate({ answer_id: answerId, feedback }), 400);
  assert.equal(await rate({ answer_id: answerId, quality: 'RESOLVED' }), 400);

  const listed = await service.call('GET', `/v2/messages?conversation_id=${conversationId}`);
  assert.equal(listed.body.total, 3);
  assert.deepEqual(listed.body.conversation_content[2], {
    message_id: human.answer_id,
    create_time: 1,
    role: 'assistant',
    from: 'human',
    content: [{ branch_content: [{ type: 'text', text: 'Hello, Bob here.' }] }],
  });
});

import assert from 'node:assert/strict';
import { deleteConversations, moveConversations } from '../../../src/conversations/index.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const send = (
  { call }: TestService,
  conversationId: string,
  { content = 'Hi', headers = {} }: { content?: string; headers?: Record<string, string> } = {},
) =>
  call(
    'POST',
    '/v2/conversation/message',
    { conversation_id: conversationId, messages: [{ role: 'user', content }] },
    { headers },
  );

/** As another process does it: in the database, unknown to this process. */
const deleteElsewhere = ({ app }: TestService, conversationId: string) =>
  app.db.transaction((tx) => deleteConversations(tx, [conversationId]));

const usersOfRounds = async ({ app }: TestService, conversationId: string): Promise<string[]> => {
  const rounds = await app.db.query
    .selectFrom('rounds')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .execute();
  return rounds.map((round) => round.user_id);
};

testService(
  'a message to a conversation that another process deleted is rejected and not stored',
  createScriptedModel,
  async (service) => {
    const answered = await service.newConversation();
    const unused = await service.newConversation();
    assert.equal((await send(service, answered)).status, 200);
    for (const id of [answered, unused]) {
      await deleteElsewhere(service, id);
      for (let times = 0; times < 2; times += 1) {
        const { status, body } = await send(service, id);
        assert.deepEqual([status, body.code], [404, 40356], body.message);
      }
      assert.deepEqual(await usersOfRounds(service, id), []);
    }
  },
);

testService(
  'a repeated call with the same Idempotency-Key is rejected if its conversation was deleted meanwhile',
  createScriptedModel,
  async (service) => {
    const id = await service.newConversation();
    const headers = { 'idempotency-key': 'first' };
    for (let times = 0; times < 2; times += 1)
      assert.equal((await send(service, id, { headers })).status, 200);
    await deleteElsewhere(service, id);
    const { status, body } = await send(service, id, { headers });
    assert.deepEqual([status, body.code], [404, 40356], body.message);
  },
);

testService(
  'a message to a deleted conversation gets the error of the conversation, even if it breaks another rule',
  createScriptedModel,
  async (service) => {
    await service.configure({ questionTokenLimit: 5 });
    const long = 'one two three four five six seven eight nine ten';
    const id = await service.newConversation();
    const tooLong = await send(service, id, { content: long });
    assert.match(tooLong.body.message, /limit of 5 tokens/);
    await deleteElsewhere(service, id);
    const missing = await send(service, id, { content: long });
    assert.deepEqual([missing.status, missing.body.code], [404, 40356], missing.body.message);
  },
);

testService(
  'after another process assigned a conversation to another user, its next message belongs to that user',
  createScriptedModel,
  async (service) => {
    const { app, call } = service;
    const id = await service.newConversation('guest');
    assert.equal((await send(service, id)).status, 200);
    const { agent_id: agentId } = await app.db.query
      .selectFrom('conversations')
      .select('agent_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await app.db.transaction((tx) =>
      moveConversations(tx, { agentId, fromUserId: 'guest', toUserId: 'ada' }),
    );
    assert.equal((await send(service, id)).status, 200);
    assert.deepEqual(await usersOfRounds(service, id), ['ada', 'ada']);
    const { list } = (await call('GET', '/v1/bot/conversation/page?user_id=ada')).body;
    assert.equal(list.length, 1);
  },
);

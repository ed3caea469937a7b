import assert from 'node:assert/strict';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { type TestService, testService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The machine's clock, set by the test. */
const settableClock = () => {
  let offsetMs = 0;
  return {
    nowMs: () => Date.now() + offsetMs,
    jump: (ms: number) => {
      offsetMs += ms;
    },
  };
};

const options = () => ({ models: createScriptedModel().models, clock: settableClock() });
let current: ReturnType<typeof options>;
const remembered = () => {
  current = options();
  return current;
};

const ask = ({ call }: TestService, conversation_id: string, text: string, response_mode = 'blocking') =>
  call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: text }],
  });

testService(
  'after the clock is set one day forward and two days back, rounds and deliveries continue in order',
  remembered,
  async (service) => {
    const receiver = await startReceiver();
    try {
      await service.configure({ webhook: { url: receiver.url }, limits: { roundsPerMinutePerUser: 100 } });
      const conversationId = await service.newConversation();
      const texts: string[] = [];
      for (const [index, jumpMs] of [0, dayMs, -2 * dayMs, hourMs].entries()) {
        current.clock.jump(jumpMs);
        assert.equal((await ask(service, conversationId, `blocking ${index}`)).status, 200);
        assert.equal((await ask(service, conversationId, `webhook ${index}`, 'webhook')).status, 200);
        texts.push(`You said: webhook ${index}`);
      }
      await eventually('everything was delivered', () => receiver.calls.length >= texts.length);
      assert.deepEqual(
        receiver.calls.map(({ body }) => JSON.parse(body).output[0].content.text),
        texts,
      );
      const rounds = await service.app.db.query.selectFrom('rounds').select('status').execute();
      assert.deepEqual(new Set(rounds.map(({ status }) => status)), new Set(['done']));
    } finally {
      await receiver.close();
    }
  },
);

testService(
  'changes by another process are visible although the clock was set back',
  remembered,
  async (service) => {
    const { db } = service.app;
    const createConversation = async () =>
      (await service.call('POST', '/v1/conversation', { user_id: 'ada' })).status;
    assert.equal(await createConversation(), 200);
    current.clock.jump(-hourMs);
    await db.query.updateTable('agents').set({ api_enabled: 0, version: 2 }).execute();
    await eventually('the switched-off agent is refused', async () => (await createConversation()) === 403);
    await db.query.updateTable('agents').set({ api_enabled: 1, version: 3 }).execute();
    await eventually('the agent is back', async () => (await createConversation()) === 200);
    current.clock.jump(-hourMs);
    await db.query.updateTable('api_keys').set({ revoked_at: current.clock.nowMs() }).execute();
    await eventually('the revoked key is refused', async () => (await createConversation()) === 401);
  },
);

import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { privateUpdate } from '../../support/platforms/telegram.ts';
import { type TelegramStage, testTelegram } from '../../support/platforms/with-telegram.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createTestClock, type TestClock } from '../../support/time/test-clock.ts';

const inbox = {
  type: 'inbox' as const,
  baseUrl: null,
  phrases: ['a person please'],
  firstReplySeconds: 3600,
};

const newestSession = ({ service }: TelegramStage) =>
  service.app.db.query
    .selectFrom('human_sessions')
    .selectAll()
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Asks for a person and waits until the user was told. */
const askForPerson = async (stage: TelegramStage, language = 'en') => {
  const before = stage.telegram.texts().length;
  await stage.post(privateUpdate({ text: 'a person please' }, { language }));
  await stage.texts(before + 1);
  const session = await newestSession(stage);
  const agent = (await stage.service.app.rooms.agents.find(session.agent_id))!;
  return { session, agent, handoff: stage.service.app.rooms.handoff };
};

testTelegram('the user is told once, in their language, that a person left', {}, async (stage) => {
  const { service, texts, post, telegram } = stage;
  await service.configure({ humanService: inbox });
  const { session, agent, handoff } = await askForPerson(stage, 'de');
  await handoff.receive(agent, { conversationId: session.conversation_id, text: 'Hallo', timestamp: 1 });
  await handoff.close(agent, session.conversation_id);
  await handoff.close(agent, session.conversation_id);
  assert.deepEqual((await texts(3)).slice(1), ['Hallo', 'Sie sprechen wieder mit dem Assistenten.']);
  await post(privateUpdate({ text: 'Danke' }, { language: 'de' }));
  assert.equal((await texts(4))[3], 'You said: Danke');
  assert.equal(telegram.texts().filter((text) => /wieder mit/.test(text)).length, 1);
});

testTelegram('a user who leaves with /new is not told that the person left', {}, async (stage) => {
  const { service, texts, post } = stage;
  await service.configure({ humanService: inbox });
  await askForPerson(stage);
  await post(privateUpdate({ text: '/new', entities: [{ type: 'bot_command', offset: 0, length: 4 }] }));
  assert.match((await texts(2))[1]!, /new conversation/);
  await post(privateUpdate({ text: 'Hello' }));
  assert.equal((await texts(3))[2], 'You said: Hello');
  assert.equal((await newestSession(stage)).close_reason, 'USER_CLOSED');
});

testTelegram('nothing is sent to a user who wants no messages', {}, async (stage) => {
  const { service, texts, post } = stage;
  await service.configure({ humanService: inbox });
  const { session, agent, handoff } = await askForPerson(stage);
  await post(privateUpdate({ text: 'STOP' }));
  await texts(2);
  await handoff.close(agent, session.conversation_id);
  await eventually('the delivery ended', async () => {
    const rows = await service.app.db.query
      .selectFrom('deliveries')
      .select('error')
      .where('status', '=', 'dead')
      .execute();
    return rows[0]?.error === 'The user does not want messages';
  });
  assert.equal((await texts(2)).length, 2);
});

let clock: TestClock;

testTelegram(
  'the user is told when a session ends without a word of anybody',
  () => {
    clock = createTestClock();
    return { clock };
  },
  async (stage) => {
    const { service, texts } = stage;
    await service.configure({ humanService: { ...inbox, idleSeconds: 60 } });
    const { session, agent, handoff } = await askForPerson(stage);
    await handoff.receive(agent, { conversationId: session.conversation_id, text: 'Hello', timestamp: 1 });
    await texts(2);
    clock.advance(61_000);
    const { db, rooms } = service.app;
    await db.transaction((tx) => rooms.jobs.runNow(tx, `handoff-deadlines-${session.id}`));
    assert.equal((await texts(3))[2], 'You are talking to the assistant again.');
    assert.equal((await newestSession(stage)).close_reason, 'TIMEOUT');
  },
);

let reply: PromiseWithResolvers<void>;

testTelegram(
  'messages of a person arrive after the reply that announces the person',
  () => {
    reply = Promise.withResolvers<void>();
    const { models } = createScriptedModel(() => [{ wait: reply.promise }, { say: 'I am connecting you.' }]);
    return { models };
  },
  async (stage) => {
    const { service, texts, post, telegram } = stage;
    await service.configure({ humanService: { ...inbox, phrases: [] } });
    await post(privateUpdate({ text: 'I need help' }));
    const { db, rooms } = service.app;
    const running = () =>
      db.query.selectFrom('rounds').selectAll().where('status', '=', 'running').executeTakeFirst();
    await eventually('the round runs', async () => (await running()) !== undefined);
    const round = (await running())!;
    const agent = (await rooms.agents.find(round.agent_id))!;
    const conversationId = round.conversation_id;
    await rooms.handoff.request({
      agent,
      conversationId,
      trigger: 'tool',
      triggerRoundId: round.id,
      message: 'I need help',
    });
    for (const [index, text] of ['Hello, this is Eve', 'All done'].entries())
      await rooms.handoff.receive(agent, { conversationId, text, timestamp: index });
    await rooms.handoff.close(agent, conversationId);
    assert.deepEqual(telegram.texts(), []);
    reply.resolve();
    assert.deepEqual(await texts(4), [
      'I am connecting you.',
      'Hello, this is Eve',
      'All done',
      'You are talking to the assistant again.',
    ]);
  },
);

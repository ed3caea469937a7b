import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { groupUpdate, privateUpdate } from '../../support/platforms/telegram.ts';
import { type TelegramStage, testTelegram } from '../../support/platforms/with-telegram.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createTestClock, type TestClock } from '../../support/time/test-clock.ts';

const minuteMs = 60_000;
const down = { status: 502, description: 'Bad Gateway' };

const deliveries = ({ service }: TelegramStage) =>
  service.app.db.query
    .selectFrom('deliveries')
    .select(['status', 'attempts', 'error'])
    .where('target', '=', 'channel')
    .orderBy('sequence')
    .execute();

let clock: TestClock;

testTelegram(
  'replies wait while the platform is down for minutes, and arrive in order when it is back',
  () => {
    clock = createTestClock();
    return { clock };
  },
  async (stage) => {
    const { post, texts, telegram } = stage;
    telegram.failWith('sendMessage', down);
    for (const text of ['one', 'two', 'three']) await post(privateUpdate({ text }));
    await eventually('three replies wait', async () => {
      const rows = await deliveries(stage);
      return rows.length === 3 && rows[0]!.attempts === 1;
    });
    assert.deepEqual(telegram.texts(), []);
    assert.deepEqual(
      (await deliveries(stage)).map(({ status }) => status),
      ['pending', 'pending', 'pending'],
    );
    clock.advance(30 * minuteMs);
    // The first reply that arrives shows that the platform is back.
    await post(privateUpdate({ text: 'anybody?' }, { userId: 43 }));
    await texts(4);
    assert.deepEqual(telegram.texts(42), ['You said: one', 'You said: two', 'You said: three']);
    assert.deepEqual(telegram.texts(43), ['You said: anybody?']);
  },
);

let reply: PromiseWithResolvers<void>;

testTelegram(
  'a reply that ends while the connection is paused is sent after it is resumed',
  () => {
    reply = Promise.withResolvers<void>();
    return { models: createScriptedModel(() => [{ wait: reply.promise }, { say: 'At last' }]).models };
  },
  async (stage) => {
    const { post, texts, telegram, manage, path, connection } = stage;
    const change = async (status: 'active' | 'paused') => {
      const { items } = (await manage('GET', path)).body;
      const body = { version: items[0].version, status };
      assert.equal((await manage('PATCH', `${path}/${connection.id}`, body)).status, 200);
    };
    await post(privateUpdate({ text: 'Hello' }));
    await eventually('the round runs', async () => {
      const rounds = await stage.service.app.db.query.selectFrom('rounds').select('id').execute();
      return rounds.length === 1;
    });
    await change('paused');
    reply.resolve();
    await eventually('the reply waits', async () => {
      const [row] = await deliveries(stage);
      return row?.error === 'The connection is paused' && row.status === 'pending';
    });
    assert.deepEqual(telegram.texts(), []);
    await change('active');
    assert.deepEqual(await texts(1), ['At last']);
  },
);

testTelegram(
  'many people in a group are users of their own, and edits and repetitions change nothing',
  {},
  async (stage) => {
    const { post, texts, telegram, service } = stage;
    const people = Array.from({ length: 12 }, (_, index) => 100 + index);
    const entities = [{ type: 'mention', offset: 0, length: 9 }];
    await Promise.all(
      people.map(async (userId) => {
        const update = groupUpdate({ text: `@shop_bot I am ${userId}`, entities }, { userId });
        const { message, update_id } = update;
        await post(update);
        await post({
          update_id: update_id + 100_000,
          edited_message: { ...message, text: '@shop_bot edited', entities },
        });
        await post(update);
      }),
    );
    await texts(people.length);
    assert.deepEqual(
      telegram.texts(-100200).sort(),
      people.map((userId) => `You said: I am ${userId}`).sort(),
    );
    const chats = await service.app.db.query
      .selectFrom('channel_chats')
      .select(['chat_key', 'user_key', 'conversation_id'])
      .execute();
    assert.deepEqual(chats.map(({ user_key }) => Number(user_key)).sort(), people);
    assert.equal(new Set(chats.map(({ conversation_id }) => conversation_id)).size, people.length);
    assert.equal(new Set(chats.map(({ chat_key }) => chat_key)).size, 1);
  },
);

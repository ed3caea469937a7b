import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { checkFlood, sendFlood } from '../../support/platforms/flood.ts';
import { testWhatsApp, type WhatsAppStage } from '../../support/platforms/with-whatsapp.ts';

const mostWaiting = 50_000;

/** Messages that wait, as if processing did not keep up. */
const park = async ({ service: { app }, connection }: WhatsAppStage, count: number): Promise<void> => {
  await sql`
    insert into channel_updates
      (connection_id, update_key, chat_key, position, payload, received_at, processed_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.lit(connection.id)}, 'parked ' || n, 'parked', n, '{}', 0, null from numbers
  `.execute(app.db.query);
};

const unpark = ({ service: { app } }: WhatsAppStage) =>
  app.db.query.deleteFrom('channel_updates').where('chat_key', '=', 'parked').execute();

testWhatsApp('of a flood of messages each is answered once and in order', {}, async (stage) => {
  const size = { chats: 40, perChat: 5 };
  const refused = sendFlood(stage, size);
  for (let call = 0; call < 10; call += 1) {
    const { status } = await stage.service.call('GET', '/readyz', undefined, { key: null });
    assert.equal(status, 200, 'the service answers others');
  }
  assert.equal(await refused, 0);
  await checkFlood(stage, size);
});

testWhatsApp(
  'a connection with 50,000 waiting messages refuses more until some are processed',
  {},
  async (stage) => {
    await park(stage, mostWaiting);
    const size = { chats: 3, perChat: 2 };
    const stored = () =>
      stage.service.app.db.query
        .selectFrom('channel_updates')
        .select('update_key')
        .where('chat_key', '<>', 'parked')
        .execute();
    let repetitions = 0;
    const refused = await sendFlood(stage, size, async () => {
      repetitions += 1;
      if (repetitions === 12) {
        assert.deepEqual(await stored(), [], 'what was refused is not stored');
        await unpark(stage);
      }
      await delay(100);
    });
    assert.ok(refused >= 12);
    await checkFlood(stage, size);
  },
);

testWhatsApp('one message less than the limit is accepted', {}, async (stage) => {
  await park(stage, mostWaiting - 1);
  assert.equal((await stage.write('Hello')).status, 200);
  assert.deepEqual(await stage.texts(1), ['You said: Hello']);
});

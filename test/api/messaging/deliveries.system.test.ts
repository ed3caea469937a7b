import assert from 'node:assert/strict';
import { privateUpdate } from '../../support/platforms/telegram.ts';
import { testTelegram } from '../../support/platforms/with-telegram.ts';
import { eventually } from '../../support/time/eventually.ts';

testTelegram('a busy platform delays replies, and they stay in order', {}, async (stage) => {
  const { post, texts, telegram, manage, path } = stage;
  const busy = {
    status: 429,
    description: 'Too Many Requests: retry after 1',
    parameters: { retry_after: 1 },
  };
  telegram.failWith('sendMessage', busy, busy, { status: 502, description: 'Bad Gateway' });
  for (const text of ['one', 'two', 'three']) await post(privateUpdate({ text }));
  assert.deepEqual(await texts(3), ['You said: one', 'You said: two', 'You said: three']);
  const deliveries = path.replace(/agents\/.*$/, 'deliveries?target=channel');
  const list = async () => (await manage('GET', deliveries)).body.items;
  // The result is recorded after the platform has answered.
  await eventually('all are recorded', async () =>
    (await list()).every(({ status }: { status: string }) => status === 'delivered'),
  );
  const items = await list();
  assert.deepEqual(
    items.map(({ kind, status, attempts }: Record<string, unknown>) => ({ kind, status, attempts })),
    [
      { kind: 'reply', status: 'delivered', attempts: 1 },
      { kind: 'reply', status: 'delivered', attempts: 1 },
      { kind: 'reply', status: 'delivered', attempts: 4 },
    ],
  );
  const { body } = await manage('GET', `${deliveries.split('?')[0]}/${items[2].id}`);
  assert.equal(JSON.parse(body.body).parameters.text, 'You said: one');
  assert.doesNotMatch(JSON.stringify(body), /AAtest-token/);
});

testTelegram(
  'a message to a user who blocked the bot fails at once and can be replayed',
  {},
  async (stage) => {
    const { post, texts, telegram, manage, path } = stage;
    telegram.failWith('sendMessage', { status: 403, description: 'Forbidden: bot was blocked by the user' });
    await post(privateUpdate({ text: 'Hello' }));
    const deliveries = path.replace(/agents\/.*$/, 'deliveries');
    const dead = async () => (await manage('GET', `${deliveries}?status=dead`)).body.items;
    await eventually('the delivery failed', async () => (await dead()).length === 1);
    const [delivery] = await dead();
    assert.match(delivery.error, /blocked by the user/);
    assert.equal((await manage('POST', `${deliveries}/${delivery.id}/replay`)).status, 200);
    assert.deepEqual(await texts(1), ['You said: Hello']);
  },
);

testTelegram('a group that became a supergroup gets its reply', {}, async ({ post, texts, telegram }) => {
  telegram.failWith('sendMessage', {
    status: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: -100999 },
  });
  await post(privateUpdate({ text: 'Hello' }));
  await texts(1);
  assert.deepEqual(telegram.texts(-100999), ['You said: Hello']);
});

testTelegram(
  'a paused connection refuses messages and holds replies until it is resumed',
  {},
  async (stage) => {
    const { post, texts, telegram, manage, path, connection, service } = stage;
    const change = async (status: 'active' | 'paused') => {
      const { items } = (await manage('GET', path)).body;
      const { status: code } = await manage('PATCH', `${path}/${connection.id}`, {
        version: items[0].version,
        status,
      });
      assert.equal(code, 200);
    };
    await change('paused');
    const update = privateUpdate({ text: 'Anybody?' });
    const refused = await post(update);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '30']);
    const stored = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
    assert.deepEqual(stored, []);
    await change('active');
    assert.equal((await post(update)).status, 200);
    assert.deepEqual(await texts(1), ['You said: Anybody?']);
    assert.equal(telegram.webhook?.url, connection.inboundUrl);
  },
);

testTelegram(
  'people of the inbox answer on the platform, and the user can return to the agent',
  {},
  async (stage) => {
    const { post, texts, service, telegram } = stage;
    await service.configure({
      humanService: { type: 'inbox', baseUrl: null, phrases: ['talk to a human'], firstReplySeconds: 3600 },
    });
    const contact = { phone_number: '+4930123456', first_name: 'Ada', user_id: 42 };
    await post(privateUpdate({ contact }));
    await texts(1);
    await post(privateUpdate({ text: 'I want to talk to a human' }));
    assert.match((await texts(2))[1]!, /connecting you to a colleague/);
    const session = await service.app.db.query
      .selectFrom('human_sessions')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.equal(session.channel, 'MESSAGING_APP_2');
    await post(privateUpdate({ text: 'My parcel is lost' }));
    await eventually('the message is in the inbox', async () => {
      const { unread } = await service.app.db.query
        .selectFrom('human_sessions')
        .select('unread')
        .executeTakeFirstOrThrow();
      return unread === 2;
    });
    const agent = (await service.app.rooms.agents.find(session.agent_id))!;
    const isNew = await service.app.rooms.handoff.receive(agent, {
      conversationId: session.conversation_id,
      text: 'I will **look** for it',
      timestamp: 1,
    });
    assert.equal(isNew, true);
    assert.equal((await texts(3))[2], 'I will look for it');
    const sent = telegram.calls.findLast(({ method }) => method === 'sendMessage');
    assert.equal(sent!.parameters.entities[0].type, 'bold');
    const command = { entities: [{ type: 'bot_command', offset: 0, length: 4 }] };
    await post(privateUpdate({ text: '/new', ...command }));
    assert.match((await texts(4))[3]!, /new conversation/);
    await post(privateUpdate({ text: 'Thanks' }));
    assert.equal((await texts(5))[4], 'You said: Thanks');
  },
);

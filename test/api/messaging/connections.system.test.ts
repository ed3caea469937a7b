import assert from 'node:assert/strict';
import { botToken, privateUpdate } from '../../support/platforms/telegram.ts';
import { testTelegram } from '../../support/platforms/with-telegram.ts';
import { eventually } from '../../support/time/eventually.ts';

testTelegram('credentials are checked at the platform, and secrets are never returned', {}, async (stage) => {
  const { manage, path, connection, service } = stage;
  assert.equal(connection.accountName, '@shop_bot');
  const create = (fields: object, platform = 'telegram') =>
    manage('POST', path, { platform, name: 'Other', fields });
  assert.match((await create({ botToken: 'nonsense' })).body.message, /fields.botToken must be the token/);
  assert.match((await create({})).body.message, /fields.botToken is required/);
  assert.match((await create({ botToken, color: 'red' })).body.message, /fields.color is not a field/);
  const foreign = `987654321:${'B'.repeat(35)}`;
  assert.match((await create({ botToken: foreign })).body.message, /does not accept the bot token/);
  assert.equal((await create({ botToken })).status, 409, 'a bot has one connection');
  assert.equal((await create({ botToken }, 'pigeon')).status, 400);
  const list = await manage('GET', path);
  assert.equal(list.body.items.length, 1);
  assert.doesNotMatch(list.text, /AAtest-token/);
  const row = await service.app.db.query
    .selectFrom('channel_connections')
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(row), /AAtest-token/);
  const audit = await service.app.db.query.selectFrom('audit_entries').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(audit), /AAtest-token/);
});

testTelegram('the test of a connection repeats the registration and reports problems', {}, async (stage) => {
  const { manage, path, connection, telegram } = stage;
  const test = () => manage('POST', `${path}/${connection.id}/test`, {});
  assert.deepEqual((await test()).body, { accountName: '@shop_bot', problems: [] });
  telegram.failWith('getMe', { status: 401, description: 'Unauthorized' });
  assert.deepEqual((await test()).body, {
    accountName: null,
    problems: ['Telegram does not accept the bot token'],
  });
  assert.match((await manage('GET', path)).body.items[0].lastError, /does not accept/);
  await test();
  assert.equal((await manage('GET', path)).body.items[0].lastError, null);
});

testTelegram('a deleted connection is unregistered and refuses messages', {}, async (stage) => {
  const { manage, path, connection, telegram, post } = stage;
  const secret = telegram.webhook!.secret;
  assert.equal((await manage('DELETE', `${path}/${connection.id}`)).status, 204);
  assert.equal(telegram.webhook, undefined);
  const late = await post(privateUpdate({ text: 'Hello' }), { 'x-telegram-bot-api-secret-token': secret });
  assert.equal(late.status, 404);
  assert.equal((await manage('DELETE', `${path}/${connection.id}`)).status, 404);
});

testTelegram('the bot of a deleted agent can be connected again', {}, async (stage) => {
  const { manage, path, post } = stage;
  const agentPath = path.replace('/channel-connections', '');
  assert.equal((await manage('DELETE', agentPath)).status, 204);
  assert.equal((await post(privateUpdate({ text: 'Hello' }))).status, 404);
  const agent = await manage('POST', agentPath.replace(/\/[^/]+$/, ''), { name: 'Next' });
  assert.equal(agent.status, 201, agent.text);
  const next = path.replace(/agents\/[^/]+/, `agents/${agent.body.id}`);
  const created = await manage('POST', next, { platform: 'telegram', name: 'Shop', fields: { botToken } });
  assert.equal(created.status, 201, created.text);
});

testTelegram(
  'the console names the platform of a conversation as long as its connection exists',
  {},
  async ({ post, texts, manage, path, connection }) => {
    await post(privateUpdate({ text: 'Where is my order?' }));
    await texts(1);
    const conversations = path.replace('/channel-connections', '/conversations');
    const listed = async () => (await manage('GET', conversations)).body.items[0];
    const { id, channel, platform } = await listed();
    assert.deepEqual([channel, platform], ['MESSAGING_APP_2', 'telegram']);
    assert.equal((await manage('GET', `${conversations}/${id}`)).body.platform, 'telegram');
    await manage('DELETE', `${path}/${connection.id}`);
    assert.equal((await listed()).platform, null);
  },
);

testTelegram('an erased user leaves nothing behind', {}, async ({ post, texts, service }) => {
  await post(privateUpdate({ text: 'My secret is 4711' }));
  await texts(1);
  const { db, rooms } = service.app;
  const user = await db.query.selectFrom('channel_users').selectAll().executeTakeFirstOrThrow();
  await eventually('the reply is recorded', async () => {
    const open = await db.query
      .selectFrom('deliveries')
      .select('id')
      .where('status', '=', 'pending')
      .execute();
    return open.length === 0;
  });
  await rooms.erasure.user(user.agent_id, user.user_id, async () => {});
  for (const table of ['channel_users', 'channel_chats', 'channel_conversations', 'deliveries'] as const)
    assert.deepEqual(await db.query.selectFrom(table).selectAll().execute(), [], table);
  const updates = await db.query.selectFrom('channel_updates').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(updates), /4711/);
  await post(privateUpdate({ text: 'Hello again' }));
  await texts(2);
});

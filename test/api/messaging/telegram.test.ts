import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { groupUpdate, privateUpdate } from '../../support/platforms/telegram.ts';
import { testTelegram } from '../../support/platforms/with-telegram.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createTestClock, type TestClock } from '../../support/time/test-clock.ts';

const command = (text: string) => ({
  text,
  entities: [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]!.length }],
});

testTelegram('a message is acknowledged, answered once and stored as a conversation', {}, async (stage) => {
  const { post, texts, service, telegram, connection } = stage;
  assert.equal(telegram.webhook?.url, `https://desk.example/channels/inbound/${connection.id}`);
  const update = privateUpdate({ text: 'Do you have **red** shoes?' });
  assert.equal((await post(update)).status, 200);
  assert.equal((await post(update)).status, 200, 'a repetition is acknowledged too');
  assert.deepEqual(await texts(1), ['You said: Do you have red shoes?']);
  const [sent] = telegram.calls.filter(({ method }) => method === 'sendMessage');
  assert.deepEqual(sent!.parameters.entities, [{ type: 'bold', offset: 22, length: 3 }]);
  await post(privateUpdate({ text: 'And blue ones?' }));
  assert.deepEqual((await texts(2)).slice(1), ['You said: And blue ones?']);

  const page = await service.call('GET', '/v1/bot/conversation/page?conversation_type=MESSAGING_APP_2');
  assert.equal(page.body.total, 1);
  const [conversation] = page.body.list;
  assert.match(conversation.user_id, /^telegram-/);
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const attributes = await service.app.rooms.users.attributes(id, conversation.user_id);
  assert.deepEqual(attributes, { language: 'en', name: 'Ada Lovelace' });
});

testTelegram(
  'forged, foreign and unreadable requests are refused, and nothing is stored',
  {},
  async (stage) => {
    const { post, service, connection } = stage;
    const update = privateUpdate({ text: 'Hello' });
    const token = 'x-telegram-bot-api-secret-token';
    assert.equal((await post(update, { [token]: 'wrong' })).status, 401);
    const url = `/channels/inbound/${connection.id}`;
    assert.equal((await service.call('POST', url, update, { key: null })).status, 401);
    assert.equal((await service.call('POST', '/channels/inbound/nobody', update, { key: null })).status, 404);
    assert.equal((await post('not an update' as unknown as object)).status, 400);
    assert.equal((await post({ update_id: 1, message: { chat: 7 } })).status, 400);
    const stored = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
    assert.deepEqual(stored, []);
  },
);

testTelegram(
  'updates of a chat that overtook each other are answered in the order of the user',
  {},
  async (stage) => {
    const { post, texts } = stage;
    await post(privateUpdate({ text: 'zero' }));
    await texts(1);
    const first = privateUpdate({ text: 'one' });
    const [second, third] = [privateUpdate({ text: 'two' }), privateUpdate({ text: 'three' })];
    for (const update of [third, first, second]) await post(update);
    assert.deepEqual((await texts(4)).slice(1), ['You said: one', 'You said: two', 'You said: three']);
  },
);

testTelegram(
  'a long reply is sent in parts within the limit, with valid code blocks',
  () => {
    const code = `\`\`\`js\n${'const value = "😀";\n'.repeat(400)}\`\`\``;
    return {
      models: createScriptedModel(() => [{ say: `${'A sentence. '.repeat(300)}\n\n${code}` }]).models,
    };
  },
  async ({ post, texts, telegram }) => {
    await post(privateUpdate({ text: 'Show me' }));
    await texts(3);
    await eventually('all parts arrived', () => telegram.texts().join('').split('const').length > 400);
    for (const text of telegram.texts()) assert.ok(text.length <= 4096 && text.isWellFormed());
    const blocks = telegram.calls.filter(({ parameters }) =>
      parameters.entities?.some(({ type }: { type: string }) => type === 'pre'),
    );
    assert.ok(blocks.length >= 2);
  },
);

let clock: TestClock;

testTelegram(
  'a conversation continues for an hour, and /new starts another one',
  () => {
    clock = createTestClock();
    return { clock };
  },
  async ({ post, texts, service }) => {
    const count = async () =>
      (await service.call('GET', '/v1/bot/conversation/page?conversation_type=MESSAGING_APP_2')).body.total;
    await post(privateUpdate({ text: 'one' }));
    await texts(1);
    await post(privateUpdate({ text: 'two' }));
    await texts(2);
    assert.equal(await count(), 1);
    await post(privateUpdate(command('/new')));
    assert.match((await texts(3))[2]!, /new conversation/);
    await post(privateUpdate({ text: 'three' }));
    await texts(4);
    assert.equal(await count(), 2);
    clock.advance(61 * 60_000);
    await post(privateUpdate({ text: 'four' }));
    await texts(5);
    assert.equal(await count(), 3);
  },
);

testTelegram('stop and start words are obeyed', {}, async ({ post, texts, service }) => {
  await post(privateUpdate({ text: 'STOP' }));
  assert.match((await texts(1))[0]!, /not get messages/);
  await post(privateUpdate({ text: 'Hello?' }));
  await eventually('the message was processed', async () => {
    const pending = await service.app.db.query
      .selectFrom('channel_updates')
      .select('update_key')
      .where('processed_at', 'is', null)
      .execute();
    return pending.length === 0;
  });
  await post(privateUpdate({ text: 'start' }));
  assert.match((await texts(2))[1]!, /again/);
  await post(privateUpdate({ text: 'Hello!' }));
  assert.equal((await texts(3))[2], 'You said: Hello!');
});

testTelegram(
  'unsupported messages and large files are answered in the language of the user',
  {},
  async (stage) => {
    const { post, texts } = stage;
    await post(privateUpdate({ sticker: { file_id: 's' } }, { language: 'zh-hans' }));
    assert.match((await texts(1))[0]!, /无法读取这类消息/);
    const document = { file_id: 'd', file_name: 'film.pdf', file_size: 900 * 2 ** 20 };
    await post(privateUpdate({ document }, { language: 'de' }));
    assert.match((await texts(2))[1]!, /zu groß.*20 MB/);
    await post(privateUpdate({ document: { file_id: 'gone', file_size: 3 } }));
    assert.match((await texts(3))[2]!, /could not be downloaded/);
  },
);

testTelegram('in a group the agent answers who names it, each as a user of their own', {}, async (stage) => {
  const { post, texts, telegram, service } = stage;
  const mention = { entities: [{ type: 'mention', offset: 0, length: 9 }] };
  await post(groupUpdate({ text: 'Lunch?' }));
  await post(groupUpdate({ text: '@shop_bot opening hours?', ...mention }, { userId: 1 }));
  await texts(1);
  await post(groupUpdate({ text: '@shop_bot and Sunday?', ...mention }, { userId: 2 }));
  assert.deepEqual(await texts(2), ['You said: opening hours?', 'You said: and Sunday?']);
  const [sent] = telegram.calls.filter(({ method }) => method === 'sendMessage');
  assert.equal(sent!.parameters.reply_parameters.allow_sending_without_reply, true);
  const page = await service.call('GET', '/v1/bot/conversation/page?conversation_type=MESSAGING_APP_2');
  assert.equal(new Set(page.body.list.map(({ user_id }: { user_id: string }) => user_id)).size, 2);
});

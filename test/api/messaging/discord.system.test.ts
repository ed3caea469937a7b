import assert from 'node:assert/strict';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { snowflake } from '../../support/platforms/discord.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import { type DiscordStage, testDiscord } from '../../support/platforms/with-discord.ts';
import { eventually } from '../../support/time/eventually.ts';

const failedDelivery = async ({ service }: DiscordStage): Promise<string | null | undefined> =>
  (
    await service.app.db.query
      .selectFrom('deliveries')
      .select('error')
      .where('status', '=', 'dead')
      .executeTakeFirst()
  )?.error;

testDiscord('Discord checks the URL at set-up and gets the commands', {}, async (stage) => {
  const { discord, connection, service, manage, path, post } = stage;
  assert.equal(connection.accountName, 'Helper');
  assert.equal(discord.endpointUrl, `https://desk.example/channels/inbound/${connection.id}`);
  assert.deepEqual(
    discord.commands.map(({ name }) => name),
    ['ask', 'new', 'human', 'help', 'stop', 'start'],
  );
  discord.reachEndpoint(async (url, { body, headers }) =>
    service.call('POST', new URL(url).pathname, body as unknown as object, { key: null, headers }),
  );
  const passed = await manage('POST', `${path}/${connection.id}/test`);
  assert.deepEqual(passed.body.problems, [], passed.text);
  discord.reachEndpoint(async () => ({ status: 404, text: '' }));
  const failed = await manage('POST', `${path}/${connection.id}/test`);
  assert.match(failed.body.problems[0], /interactions endpoint URL could not be verified/);
  const ping = await post(discord.signed('{"type":1}'));
  assert.deepEqual([ping.status, JSON.parse(ping.text)], [200, { type: 1 }]);
  assert.match(String(ping.headers['content-type']), /^application\/json/);
});

testDiscord('forged, old and unusable interactions are refused, and nothing is stored', {}, async (stage) => {
  const { discord, post, service } = stage;
  const body = JSON.stringify({ type: 2, id: snowflake() });
  const good = discord.signed(body);
  const old = discord.signed(body, { seconds: Math.floor(Date.now() / 1000) - 301 });
  for (const forged of [
    { ...good, headers: { 'content-type': 'application/json' } },
    { ...good, body: `${body} ` },
    old,
    { ...good, headers: { ...good.headers, 'x-signature-ed25519': '0'.repeat(128) } },
  ])
    assert.equal((await post(forged)).status, 401);
  const whole = {
    id: snowflake(),
    application_id: '1170000000000000001',
    channel_id: '1180000000000000001',
    token: 'abc',
  };
  for (const wrong of [
    'not JSON',
    body,
    JSON.stringify({ ...whole, type: 9 }),
    JSON.stringify({ ...whole, type: 2, token: '../../users' }),
    JSON.stringify({ ...whole, type: 2, channel_id: '1/../2' }),
    JSON.stringify({ ...whole, type: 2, application_id: '1170000000000000009' }),
  ])
    assert.equal((await post(discord.signed(wrong))).status, 400, wrong);
  assert.deepEqual(await service.app.db.query.selectFrom('channel_updates').selectAll().execute(), []);
});

testDiscord('a command is deferred, and its reply replaces the deferred response once', {}, async (stage) => {
  const { discord, invoke, messages, post, service } = stage;
  const interaction = await invoke('ask', 'Are **red** shoes @everyone there?');
  const again = await post(discord.signed(JSON.stringify(interaction)));
  assert.equal(again.status, 200, 'a repetition is acknowledged too');
  const [reply] = await messages(1);
  assert.equal(reply!.content, 'You said: Are **red** shoes @everyone there?');
  assert.deepEqual(
    [reply!.isOriginal, reply!.isPrivate, reply!.body.allowed_mentions],
    [true, false, { parse: [] }],
  );
  await invoke('new');
  assert.match((await messages(2))[1]!.content, /new conversation/);
  await invoke('help', undefined, { locale: 'de' });
  assert.match((await messages(3))[2]!.content, /Befehle: \/new/);
  await invoke('human');
  assert.match((await messages(4))[3]!.content, /Nobody|Niemand|niemand/);
  assert.equal(
    discord.messages.every(({ isOriginal }) => isOriginal),
    true,
  );
  const { body } = await service.call('GET', '/v1/bot/conversation/page?conversation_type=COMMUNITY_CHAT_1');
  assert.equal(body.total, 1);
  assert.match(body.list[0].user_id, /^discord-/);
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  // The language of the newest command.
  assert.deepEqual(await service.app.rooms.users.attributes(id, body.list[0].user_id), {
    language: 'en-US',
    name: 'Ada Lovelace',
  });
});

let gate: PromiseWithResolvers<void>;

testDiscord(
  'each of several commands gets its own reply, although the first one is answered later',
  () => {
    gate = Promise.withResolvers<void>();
    const { promise } = gate;
    return {
      models: createScriptedModel((request) => [{ wait: promise }, { say: `Reply to ${textOf(request)}` }])
        .models,
    };
  },
  async ({ discord, invoke, messages, service }) => {
    const first = await invoke('ask', 'one');
    const second = await invoke('ask', 'two');
    await eventually('both messages are processed', async () => {
      const rows = await service.app.db.query.selectFrom('channel_replies').selectAll().execute();
      return rows.length === 2;
    });
    gate.resolve();
    await messages(2);
    const contentOf = (token: string): string | undefined =>
      discord.messages.find(({ id }) => id === discord.interactions.get(token)!.original)?.content;
    assert.deepEqual([contentOf(first.token), contentOf(second.token)], ['Reply to one', 'Reply to two']);
    // Recorded only after the platform has received them.
    await eventually('no reply is awaited', async () => {
      const rows = await service.app.db.query.selectFrom('channel_replies').selectAll().execute();
      return rows.length === 0;
    });
  },
);

testDiscord(
  'in a server each person has a conversation, and short answers are shown only to them',
  {},
  async (stage) => {
    const { invoke, messages, service } = stage;
    const guildChannel = '1180000000000000077';
    await invoke('ask', 'I am Ada', { guildChannel });
    await invoke('ask', 'I am Bob', { guildChannel, user: '1190000000000000002' });
    await invoke('help', undefined, { guildChannel });
    const sent = await messages(3);
    const shown = sent.map(({ content, isPrivate }) => [content.slice(0, 18), isPrivate]);
    assert.deepEqual(
      new Set(shown.map(String)),
      new Set(['You said: I am Ada,false', 'You said: I am Bob,false', 'Send a message, an,true']),
    );
    const { body } = await service.call(
      'GET',
      '/v1/bot/conversation/page?conversation_type=COMMUNITY_CHAT_1',
    );
    assert.equal(body.total, 2);
  },
);

testDiscord(
  'a long reply continues in further messages within the limit',
  () => ({ models: createScriptedModel(() => [{ say: 'A sentence with *stars*. '.repeat(200) }]).models }),
  async ({ discord, invoke, messages }) => {
    // The limit is used up after the first message: the next one waits for it.
    discord.limitNext(/@original$/, 900);
    discord.limitNext(/^\/webhooks\/\d+\/[^/]+$/, 900);
    await invoke('ask', 'Tell me');
    const sent = await messages(3);
    assert.deepEqual(
      sent.map(({ isOriginal }) => isOriginal),
      [true, false, false],
    );
    assert.ok(sent.every(({ content }) => content.length <= 2000));
    assert.equal(
      sent
        .map(({ content }) => content)
        .join(' ')
        .split('stars').length,
      201,
    );
    assert.equal(discord.tooManyCount, 0);
  },
);

testDiscord('choices are buttons, and a button sends its choice', {}, async (stage) => {
  const { invoke, press, messages } = stage;
  await invoke('ask', 'Hello');
  await messages(1);
  await sendToChat(stage, { text: 'Which size?', choices: ['Small', 'Very large'] });
  const [, asked] = await messages(2);
  assert.equal(asked!.isOriginal, false, 'the reply before it stays');
  const [{ components: buttons }] = asked!.body.components;
  assert.deepEqual(
    buttons.map(({ label }: { label: string }) => label),
    ['Small', 'Very large'],
  );
  await press(buttons[1].custom_id);
  assert.equal((await messages(3))[2]!.content, 'You said: Very large');
});

testDiscord('files are read and sent', {}, async (stage) => {
  const { discord, invoke, messages, service } = stage;
  const bytes = Buffer.from('The code is 4711');
  const attachment = {
    filename: 'notes.txt',
    content_type: 'text/plain',
    size: 16,
    url: discord.addFile('notes.txt', bytes),
  };
  await invoke('ask', 'Please read', { attachment });
  assert.match((await messages(1))[0]!.content, /The code is 4711/);
  await invoke('ask', 'And this', { attachment: { ...attachment, url: 'http://127.0.0.1:9/steal' } });
  assert.match((await messages(2))[1]!.content, /could not be downloaded/);
  const stored = await service.app.db.query.selectFrom('files').selectAll().executeTakeFirstOrThrow();
  await sendToChat(stage, {
    text: 'Your file',
    files: [
      { kind: 'document', fileId: stored.id, name: 'notes.txt', mediaType: 'text/plain', sizeBytes: 16 },
    ],
  });
  const sent = (await messages(4))[3]!;
  assert.deepEqual([sent.file!.name, sent.file!.bytes.toString()], ['notes.txt', 'The code is 4711']);
});

testDiscord('after the interaction has ended, replies are messages in the channel', {}, async (stage) => {
  const { discord, invoke, messages } = stage;
  const guildChannel = '1180000000000000077';
  const token = 'token-of-an-old-interaction';
  discord.open(token, guildChannel, false);
  // 16 minutes ago: the service does not try the token.
  await invoke('ask', 'Hello', { guildChannel, token, atMs: Date.now() - 16 * 60_000 });
  const [late] = await messages(1);
  assert.deepEqual(
    [late!.content, late!.isOriginal, late!.channelId],
    ['<@1190000000000000001> You said: Hello', false, guildChannel],
  );
  assert.equal(
    discord.calls.some(({ path }) => path.startsWith('/webhooks/')),
    false,
  );
  // A minute ago, but Discord does not know the token any more.
  discord.interactions.set('ended', { channelId: guildChannel, original: 'loading', isPrivate: false });
  discord.failWith(/^\/webhooks\/\d+\/ended/, { status: 404, code: 10_015, message: 'Unknown Webhook' });
  await invoke('ask', 'Again', { guildChannel, token: 'ended', atMs: Date.now() - 60_000 });
  assert.equal((await messages(2))[1]!.content, '<@1190000000000000001> You said: Again');
});

testDiscord('a deferred response that was deleted is replaced by another message', {}, async (stage) => {
  const { discord, invoke, messages } = stage;
  discord.interactions.set('deleted', {
    channelId: '1180000000000000001',
    original: 'deleted',
    isPrivate: false,
  });
  await invoke('ask', 'Hello', { token: 'deleted' });
  const [reply] = await messages(1);
  assert.deepEqual([reply!.content, reply!.isOriginal], ['You said: Hello', false]);
});

testDiscord('errors of Discord delay a reply or end it', {}, async (stage) => {
  const { discord, invoke, messages, manage, path } = stage;
  discord.failWith(/@original$/, { status: 429, code: 0, message: '', retryAfterSeconds: 0.25 });
  await invoke('ask', 'one');
  assert.equal((await messages(1))[0]!.content, 'You said: one');
  assert.equal(discord.tooManyCount, 1);
  const atMs = Date.now() - 16 * 60_000;
  discord.failWith(/^\/channels\//, { status: 401, code: 0, message: '401: Unauthorized' });
  await invoke('ask', 'two', { atMs });
  await eventually('the connection shows the refusal', async () => {
    const { body } = await manage('GET', path);
    return /401/.test(body.items[0].lastError ?? '');
  });
});

testDiscord('a user who accepts no messages ends the delivery', {}, async (stage) => {
  const { discord, invoke } = stage;
  discord.failWith(/^\/channels\//, {
    status: 403,
    code: 50_007,
    message: 'Cannot send messages to this user',
  });
  await invoke('ask', 'two', { atMs: Date.now() - 16 * 60_000 });
  await eventually('the delivery failed', async () => (await failedDelivery(stage)) !== undefined);
  assert.equal(
    await failedDelivery(stage),
    'Discord answered 403: Cannot send messages to this user (50007)',
  );
});

testDiscord('a user who wants no messages is told how to get them again', {}, async (stage) => {
  const { invoke, messages } = stage;
  await invoke('stop');
  assert.match((await messages(1))[0]!.content, /You will not get messages/);
  await invoke('ask', 'Hello?');
  assert.match((await messages(2))[1]!.content, /Send START/);
  await invoke('start');
  assert.match((await messages(3))[2]!.content, /You get messages from us again/);
  await invoke('ask', 'Hello!');
  assert.equal((await messages(4))[3]!.content, 'You said: Hello!');
});

testDiscord('a refused token and a malformed token are named at set-up', {}, async ({ manage, path }) => {
  const create = (botToken: string) =>
    manage('POST', path, { platform: 'discord', name: 'Other', fields: { botToken } });
  const refused = await create('MTE3MDAwMDAwMDAwMDAwMDAwOQ.GabCdE.abcdefghijklmnopqrstuvwxyz0123456789AB');
  assert.match(refused.text, /Discord does not accept the bot token/);
  assert.match((await create('abc')).text, /fields\.botToken must be the token of the bot/);
});

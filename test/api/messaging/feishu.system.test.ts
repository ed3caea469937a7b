import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import {
  appId,
  appSecret,
  botOpenId,
  encryptFeishu,
  encryptKey,
  type Feishu,
  feishuEvent,
  feishuHeaders,
  startFeishu,
  verificationToken,
} from '../../support/platforms/feishu.ts';
import { findDelivery } from '../../support/platforms/find-delivery.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import { storeFile } from '../../support/platforms/store-file.ts';
import {
  type ConnectionStage,
  type ServiceOptions,
  withConnection,
} from '../../support/platforms/with-connection.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import type { TestService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

interface FeishuStage extends ConnectionStage {
  feishu: Feishu;
  /** Sends an encrypted and signed request, as Feishu does. */
  post(event: object, headers?: (body: string) => Record<string, string>): ReturnType<TestService['call']>;
  write(text: string): ReturnType<TestService['call']>;
  /** Waits for this number of messages of the bot. Then returns their texts. */
  texts(count: number): Promise<string[]>;
}

const fields = { appId, appSecret, encryptKey, verificationToken };

const textOf = ({ type, content }: Feishu['posts'][number]): string =>
  type === 'post'
    ? content.zh_cn.content
        .map((paragraph: { text: string }[]) => paragraph.map(({ text }) => text).join(''))
        .join('\n')
    : JSON.stringify(content);

const testFeishu = (
  name: string,
  { region, ...options }: ServiceOptions & { region?: string },
  work: (stage: FeishuStage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const feishu = await startFeishu();
      const connection = {
        platform: 'feishu',
        fields: { ...fields, ...(region === undefined ? {} : { region }) },
        urls: feishu.platformUrls,
      };
      try {
        await withConnection(kind, connection, options, async (stage) => {
          const post: FeishuStage['post'] = (event, headers = feishuHeaders) => {
            const body = encryptFeishu(event);
            return stage.service.call('POST', `/channels/inbound/${stage.connection.id}`, body, {
              key: null,
              headers: headers(body),
            });
          };
          await work({
            ...stage,
            feishu,
            post,
            write: (text) => post(feishuEvent('text', { text })),
            texts: async (count) => {
              await eventually(`${count} messages arrived`, () => feishu.posts.length >= count);
              return feishu.posts.map(textOf);
            },
          });
        });
      } finally {
        await feishu.close();
      }
    });
};

testFeishu('the URL is verified, and forged and old requests are refused', {}, async (stage) => {
  const { post, service, connection } = stage;
  const challenge = { challenge: 'ajls384k', token: verificationToken, type: 'url_verification' };
  const verified = await post(challenge, () => ({}));
  assert.deepEqual([verified.status, verified.body], [200, { challenge: 'ajls384k' }]);
  assert.equal((await post({ ...challenge, token: 'x'.repeat(20) }, () => ({}))).status, 401);
  const event = feishuEvent('text', { text: 'Hello' });
  const now = Math.floor(Date.now() / 1000);
  for (const headers of [
    () => ({}),
    (body: string) => feishuHeaders(body, { seconds: now - 8 * 3600 - 5 }),
    (body: string) => feishuHeaders(body, { key: 'other' }),
    (body: string) => feishuHeaders(`${body} `),
    (body: string) => ({ ...feishuHeaders(body), 'x-lark-request-nonce': '7654321' }),
    (body: string) => ({ ...feishuHeaders(body), 'x-lark-request-timestamp': 'now' }),
  ])
    assert.equal((await post(event, headers)).status, 401);
  assert.equal((await post(feishuEvent('text', {}, { header: { token: 'other' } }))).status, 401);
  assert.equal((await post(feishuEvent('text', {}, { header: { app_id: 'cli_other' } }))).status, 401);
  const send = (body: string) =>
    service.call('POST', `/channels/inbound/${connection.id}`, body, {
      key: null,
      headers: feishuHeaders(body),
    });
  for (const body of [
    JSON.stringify(event),
    '{"encrypt":"AAAA"}',
    '{"encrypt":7}',
    '[]',
    encryptFeishu(event, 'other key'),
  ])
    assert.equal((await send(body)).status, 401, body);
  assert.deepEqual(await service.app.db.query.selectFrom('channel_updates').selectAll().execute(), []);
});

testFeishu('a message is answered once, as formatted text', {}, async (stage) => {
  const { post, texts, feishu, service } = stage;
  const event = feishuEvent('text', {
    text: 'Is **this** [here](https://a.example) <at user_id="all"></at>?',
  });
  assert.deepEqual((await post(event)).body, {});
  await post({ ...event, header: { ...event.header, event_id: 'again' } });
  await texts(1);
  assert.deepEqual(feishu.posts[0]!.content.zh_cn.content, [
    [
      { tag: 'text', text: 'You said: Is ' },
      { tag: 'text', text: 'this', style: ['bold'] },
      { tag: 'text', text: ' ' },
      { tag: 'a', text: 'here', href: 'https://a.example' },
      { tag: 'text', text: ' <at user_id="all"></at>?' },
    ],
  ]);
  assert.deepEqual([feishu.posts[0]!.to, feishu.posts[0]!.isReply], ['oc_p2p', false]);
  const { body } = await service.call('GET', '/v1/bot/conversation/page?conversation_type=WORKPLACE_BOT_1');
  assert.equal(body.total, 1);
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  assert.deepEqual(await service.app.rooms.users.attributes(id, body.list[0].user_id), { name: '张三' });
  await post(feishuEvent('text', { text: 'of an app' }, { sender: { sender_type: 'app' } }));
  await post(feishuEvent('system', { template: '{from_user} invited' }));
  await post(feishuEvent('text', {}, { header: { event_type: 'im.chat.member.bot.added_v1' } }));
  await post(feishuEvent('text', { text: '/new' }));
  assert.deepEqual((await texts(2)).slice(1), ['已开始新的对话。请问有什么可以帮您？']);
});

testFeishu('messages have the order of their time', {}, async ({ post, texts, service }) => {
  const at = (text: string, time: number) =>
    feishuEvent('text', { text }, { message: { create_time: String(time), message_id: `om_${text}` } });
  await Promise.all([post(at('two', 1_790_000_000_002)), post(at('one', 1_790_000_000_001))]);
  await texts(2);
  const updates = await service.app.db.query
    .selectFrom('channel_updates')
    .select(['update_key', 'chat_key'])
    .orderBy('position')
    .execute();
  assert.deepEqual(
    updates.map(({ update_key, chat_key }) => [update_key, chat_key]),
    [
      ['om_one', 'oc_p2p'],
      ['om_two', 'oc_p2p'],
    ],
  );
});

testFeishu('in a group the bot answers those who name it, and continues topics', {}, async (stage) => {
  const { post, texts, feishu } = stage;
  const group = { chat_id: 'oc_team', chat_type: 'group' };
  const mentions = [
    { key: '@_user_1', id: { open_id: botOpenId }, name: 'Shop', tenant_key: 't' },
    { key: '@_user_2', id: { open_id: 'ou_bob' }, name: 'Bob', tenant_key: 't' },
  ];
  await post(feishuEvent('text', { text: 'Lunch?' }, { message: group }));
  await post(feishuEvent('text', { text: '@_all Lunch!' }, { message: group }));
  const named = feishuEvent('text', { text: '@_user_1 ask @_user_2' }, { message: { ...group, mentions } });
  await post(named);
  assert.deepEqual(await texts(1), ['You said: ask @Bob']);
  assert.deepEqual(
    [feishu.posts[0]!.to, feishu.posts[0]!.isReply, feishu.posts[0]!.inThread],
    [named.event.message.message_id, true, false],
  );
  const topic = { ...group, thread_id: 'omt_1' };
  await post(feishuEvent('text', { text: 'nobody asked' }, { message: topic }));
  await post(feishuEvent('text', { text: '@_user_1 hours?' }, { message: { ...topic, mentions } }));
  const bob = { sender: { sender_id: { open_id: 'ou_bob' }, sender_type: 'user' } };
  await post(feishuEvent('text', { text: 'also not asked' }, { message: topic, ...bob }));
  await texts(2);
  const more = feishuEvent('text', { text: 'And on Sunday?' }, { message: topic });
  feishu.recall(more.event.message.message_id);
  await post(more);
  assert.deepEqual((await texts(3)).slice(1), ['You said: hours?', 'You said: And on Sunday?']);
  assert.equal(feishu.posts[1]!.inThread, true);
  assert.deepEqual([feishu.posts[2]!.to, feishu.posts[2]!.isReply], ['oc_team', false], 'recalled question');
});

testFeishu('pictures, documents, places and formatted texts are read', {}, async (stage) => {
  const { post, texts, feishu } = stage;
  const file = feishuEvent('file', { file_key: 'file_v2_1', file_name: 'notes.txt' });
  feishu.addFile(
    file.event.message.message_id,
    'file_v2_1',
    'file',
    Buffer.from('The code of the door is 4711.'),
  );
  await post(file);
  assert.match((await texts(1))[0]!, /code of the door is 4711/);
  await post(feishuEvent('file', { file_key: '../../contact/v3/users/1', file_name: 'x' }));
  assert.match((await texts(2))[1]!, /文件下载失败/);
  await post(feishuEvent('image', { image_key: 'img_gone' }));
  assert.match((await texts(3))[2]!, /文件下载失败/);
  await post(feishuEvent('location', { name: 'Office', longitude: '-122.16', latitude: '37.44' }));
  assert.match((await texts(4))[3]!, /Office\n37.44, -122.16/);
  const content = [
    [
      { tag: 'text', text: 'See ' },
      { tag: 'a', text: 'this', href: 'https://a.example' },
    ],
    [{ tag: 'text', text: 'now' }],
  ];
  await post(feishuEvent('post', { title: 'News', content }));
  assert.match((await texts(5))[4]!, /News\nSee this \(https:\/\/a.example\)\nnow/);
  for (const [index, type] of ['sticker', 'media', 'merge_forward'].entries()) {
    await post(feishuEvent(type, { file_key: 'file_v2_2' }));
    assert.match((await texts(6 + index))[5 + index]!, /无法读取/);
  }
});

testFeishu('files are uploaded, choices are listed', {}, async (stage) => {
  const { write, texts, feishu } = stage;
  await write('Hello');
  await texts(1);
  await sendToChat(stage, {
    text: 'Which size?',
    choices: ['S', 'M'],
    files: [
      { ...(await storeFile(stage, 'plan.png', 'image/png')), kind: 'image' },
      { ...(await storeFile(stage, 'voice.ogg', 'audio/ogg')), kind: 'audio' },
      { ...(await storeFile(stage, 'bill.pdf', 'application/pdf')), kind: 'document' },
    ],
  });
  assert.deepEqual((await texts(5)).slice(1), [
    'Which size?\n \n• S\n• M',
    '{"image_key":"img_v3_1"}',
    '{"file_key":"file_v3_1"}',
    '{"file_key":"file_v3_1"}',
  ]);
  assert.deepEqual(
    feishu.posts.slice(2).map(({ type }) => type),
    ['image', 'audio', 'file'],
  );
  const [image, voice, document] = feishu.uploads;
  assert.match(image!.body, /name="image_type"\r\n\r\nmessage[\s\S]*content of plan.png/);
  assert.match(voice!.body, /name="file_type"\r\n\r\nopus[\s\S]*content of voice.ogg/);
  assert.match(document!.body, /name="file_type"\r\n\r\npdf\r\n[\s\S]*name="file_name"\r\n\r\nbill.pdf/);
});

testFeishu(
  'a long reply is sent in parts that Feishu accepts',
  { models: createScriptedModel(() => [{ say: '这是**一句**话。\n'.repeat(2400) }]).models },
  async ({ write, texts }) => {
    await write('Show me');
    const parts = await texts(2);
    await eventually(
      'everything arrived',
      async () => (await texts(2)).join('').match(/一句/g)?.length === 2400,
    );
    assert.ok(parts.length > 1);
  },
);

testFeishu('limits and failures delay replies, other errors end them', {}, async (stage) => {
  const { write, texts, feishu, manage, path } = stage;
  feishu.failWith(
    { code: 99991400, status: 429, headers: { 'x-ogw-ratelimit-reset': '1' } },
    { code: 230020 },
    { code: 2200, status: 500 },
  );
  await write('one');
  await write('two');
  assert.deepEqual(await texts(2), ['You said: one', 'You said: two']);
  feishu.failWith({ code: 230002, msg: 'Bot/User can NOT be out of the chat.' });
  await write('three');
  assert.equal((await findDelivery(stage, 'dead')).error, 'The bot is not in the chat (230002)');
  assert.equal((await manage('GET', path)).body.items[0].lastError, null);
  feishu.failWith({ code: 230027 });
  await write('four');
  await eventually('the connection shows the problem', async () =>
    /lacks a permission \(230027\)/.test((await manage('GET', path)).body.items[0].lastError ?? ''),
  );
});

testFeishu('calls share a token, which is replaced if Feishu rejects it', {}, async (stage) => {
  const { write, texts, feishu } = stage;
  await write('one');
  await texts(1);
  const before = feishu.tokenCount();
  await write('two');
  await texts(2);
  assert.equal(feishu.tokenCount(), before);
  feishu.revokeToken();
  await write('three');
  await texts(3);
  assert.equal(feishu.tokenCount(), before + 1);
});

testFeishu('Lark has its own address and English texts', { region: 'lark' }, async (stage) => {
  assert.equal(stage.feishu.wasLarkCalled(), true);
  await stage.write('/new');
  assert.match((await stage.texts(1))[0]!, /This is a new conversation/);
});

testFeishu('credentials are checked at set-up', {}, async ({ manage, path, connection, feishu }) => {
  assert.equal(connection.accountName, 'Shop');
  assert.equal(connection.settings.region, '');
  assert.equal(feishu.wasLarkCalled(), false);
  const create = async (more: object) =>
    (await manage('POST', path, { platform: 'feishu', name: 'Other', fields: { ...fields, ...more } })).body
      .message;
  assert.match(await create({ appSecret: 'x'.repeat(32) }), /does not accept the app ID with the app secret/);
  assert.match(await create({ appId: 'shop' }), /fields.appId must be/);
  assert.match(await create({ encryptKey: '' }), /fields.encryptKey is required/);
  assert.match(await create({ region: 'other' }), /fields.region must be/);
  assert.match(await create({}), /already connected/);
  feishu.setBot({ open_id: '' });
  assert.match(await create({}), /has no bot/);
  feishu.setBot({ open_id: botOpenId, activate_status: 1 });
  const tested = await manage('POST', `${path}/${connection.id}/test`, {});
  assert.match(tested.body.problems[0], /not enabled in the organisation/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { findDelivery } from '../../support/platforms/find-delivery.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import { storeFile } from '../../support/platforms/store-file.ts';
import {
  corpId,
  encodingAesKey,
  encryptWeChat,
  envelopeOf,
  newMessagesEvent,
  openKfId,
  otherKfId,
  secret,
  startWeChatKf,
  token,
  userId,
  type WeChatKf,
  weChatEvent,
  weChatMessage,
  weChatQuery,
} from '../../support/platforms/wechat-kf.ts';
import {
  type ConnectionStage,
  type ServiceOptions,
  withConnection,
} from '../../support/platforms/with-connection.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import type { TestService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

interface WeChatStage extends ConnectionStage {
  weChat: WeChatKf;
  /** Sends a request with a body as WeCom does. */
  request(body: string, query: string): ReturnType<TestService['call']>;
  /** Tells the service that there are messages. */
  notify(event?: string): ReturnType<TestService['call']>;
  /** A user's message, and the request that tells of it. */
  post(message: Record<string, unknown>): ReturnType<TestService['call']>;
  write(content: string): ReturnType<TestService['call']>;
  /** Waits for this number of messages of the account. Then returns their texts. */
  texts(count: number): Promise<string[]>;
}

const fields = { corpId, openKfId, secret, token, encodingAesKey };

const testWeChat = (
  name: string,
  given: ServiceOptions | (() => ServiceOptions),
  work: (stage: WeChatStage) => Promise<void>,
  prepare: (weChat: WeChatKf) => void = () => {},
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const options = typeof given === 'function' ? given() : given;
      const weChat = await startWeChatKf();
      prepare(weChat);
      const connection = { platform: 'wechat-kf', fields, urls: weChat.platformUrls };
      const nowSeconds = () => Math.floor((options.clock?.nowMs() ?? Date.now()) / 1000);
      try {
        await withConnection(kind, connection, options, async (stage) => {
          const request: WeChatStage['request'] = (body, query) =>
            stage.service.call('POST', `/channels/inbound/${stage.connection.id}?${query}`, body, {
              key: null,
              headers: { 'content-type': 'text/xml' },
            });
          const notify: WeChatStage['notify'] = (event = newMessagesEvent()) => {
            const encrypted = encryptWeChat(event);
            return request(envelopeOf(encrypted), weChatQuery(encrypted, { seconds: nowSeconds() }));
          };
          const post: WeChatStage['post'] = (message) => {
            weChat.add(message);
            return notify();
          };
          // Otherwise the call of a new connection might fetch messages of the test.
          await eventually('the history was read', () => weChat.syncs.length > 0);
          await work({
            ...stage,
            weChat,
            request,
            notify,
            post,
            write: (content) => post(weChatMessage('text', { content }, { send_time: nowSeconds() })),
            texts: async (count) => {
              await eventually(`${count} messages arrived`, () => weChat.posts.length >= count);
              return weChat.posts.map(
                ({ content }) => content.content ?? content.head_content ?? JSON.stringify(content),
              );
            },
          });
        });
      } finally {
        await weChat.close();
      }
    });
};

testWeChat('the URL is verified, and forged and old requests are refused', {}, async (stage) => {
  const { request, service, connection, weChat } = stage;
  const verify = (echostr: string, query: string) =>
    service.call(
      'GET',
      `/channels/inbound/${connection.id}?${query}&echostr=${encodeURIComponent(echostr)}`,
      undefined,
      { key: null },
    );
  const echo = encryptWeChat('1616140317555161061');
  const verified = await verify(echo, weChatQuery(echo));
  assert.deepEqual([verified.status, verified.text], [200, '1616140317555161061']);
  assert.equal((await verify(echo, weChatQuery(echo, { key: 'other' }))).status, 401);
  const encrypted = encryptWeChat(newMessagesEvent());
  const now = Math.floor(Date.now() / 1000);
  for (const query of [
    '',
    weChatQuery(encrypted, { key: 'other' }),
    weChatQuery(encrypted, { seconds: now - 605 }),
    weChatQuery(`${encrypted}A`),
    weChatQuery(encrypted).replace(/timestamp=\d+/, 'timestamp=now'),
  ])
    assert.equal((await request(envelopeOf(encrypted), query)).status, 401, query);
  for (const foreign of [
    encryptWeChat(newMessagesEvent(), { receiver: 'ww-of-somebody-else' }),
    encryptWeChat(newMessagesEvent(), { key: `${'A'.repeat(42)}E` }),
    'AAAA',
  ])
    assert.equal((await request(envelopeOf(foreign), weChatQuery(foreign))).status, 401);
  const declared = `<!DOCTYPE xml [<!ENTITY e "${encrypted}">]><xml><Encrypt>&e;</Encrypt></xml>`;
  for (const body of ['', '{}', '<xml></xml>', '<a>'.repeat(20_000), declared])
    assert.equal((await request(body, weChatQuery(encrypted))).status, 400, body.slice(0, 50));
  // A new connection fetches messages without a token. Each accepted request has one.
  assert.ok(weChat.syncs.every((call) => call.token === undefined));
});

testWeChat('messages are fetched and answered once, as plain text', {}, async (stage) => {
  const { post, notify, texts, weChat, service } = stage;
  const answer = await post(weChatMessage('text', { content: 'Is **this** [here](https://a.example)?' }));
  assert.deepEqual([answer.status, answer.text], [200, 'success']);
  await notify();
  assert.deepEqual(await texts(1), ['You said: Is this here (https://a.example)?']);
  assert.equal(weChat.posts[0]!.to, userId);
  weChat.add(
    weChatMessage('text', { content: 'of a colleague' }, { origin: 5, servicer_userid: 'Zhangsan' }),
  );
  weChat.add(weChatEvent('session_status_change', { change_type: 1 }));
  weChat.add({ msgid: 7, msgtype: 'text' });
  await post(weChatMessage('text', { content: '/new' }));
  assert.equal((await texts(2))[1], '已开始新的对话。请问有什么可以帮您？');
  const page = '/v1/bot/conversation/page?conversation_type=CUSTOMER_SERVICE_APP_1';
  const { body } = await service.call('GET', page);
  assert.equal(body.total, 1);
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  assert.deepEqual(await service.app.rooms.users.attributes(id, body.list[0].user_id), { name: '王五' });
  const { token: sent, limit, open_kfid } = weChat.syncs.at(-1)!;
  assert.deepEqual([typeof sent, limit, open_kfid], ['string', 200, openKfId]);
});

testWeChat(
  'messages before the connection are not answered, those after it in order and over several pages',
  {},
  async ({ weChat, notify, texts }) => {
    await eventually('all pages were read', () => weChat.syncs.some(({ cursor }) => cursor === 'c2'));
    for (const content of ['one', 'two', 'three', 'four', 'five'])
      weChat.add(weChatMessage('text', { content }));
    await notify(newMessagesEvent(openKfId, 'expired'));
    assert.deepEqual(
      await texts(5),
      ['one', 'two', 'three', 'four', 'five'].map((text) => `You said: ${text}`),
    );
  },
  (weChat) => {
    weChat.setPageSize(2);
    const send_time = Math.floor(Date.now() / 1000) - 3600;
    for (const content of ['old 1', 'old 2', 'old 3'])
      weChat.add(weChatMessage('text', { content }, { send_time }));
  },
);

testWeChat('a failed call is repeated, and the message is answered', {}, async (stage) => {
  const { write, texts, weChat, manage, path } = stage;
  weChat.failWith('/kf/sync_msg', -1);
  assert.equal((await write('Hello')).status, 200);
  await eventually('the connection shows the problem', async () =>
    /error -1/.test((await manage('GET', path)).body.items[0].lastError ?? ''),
  );
  assert.deepEqual(await texts(1), ['You said: Hello']);
});

testWeChat(
  'a message during a restart is fetched after it',
  {},
  async ({ write, service, weChat, texts }) => {
    weChat.failWith('/kf/sync_msg', -1);
    assert.equal((await write('Hello')).status, 200);
    await service.restart();
    assert.deepEqual(await texts(1), ['You said: Hello']);
  },
);

testWeChat('accounts of one organisation share a URL', {}, async (stage) => {
  const { manage, path, notify, weChat, texts } = stage;
  const created = await manage('POST', path, {
    platform: 'wechat-kf',
    name: 'Other',
    fields: { ...fields, openKfId: otherKfId },
  });
  assert.equal(created.body.accountName, '售前客服', created.text);
  weChat.add(weChatMessage('text', { content: 'Hello' }, { open_kfid: otherKfId }));
  assert.equal((await notify(newMessagesEvent(otherKfId))).status, 200);
  assert.deepEqual(await texts(1), ['You said: Hello']);
  assert.equal((await notify(newMessagesEvent('wk-unknown'))).status, 200);
});

testWeChat('somebody who opens the chat gets the greeting', {}, async (stage) => {
  const { post, texts, weChat, service } = stage;
  await post(weChatEvent('enter_session', { scene: '1', welcome_code: 'WELCOME1' }));
  await eventually('the first event was processed', async () => {
    const updates = await service.app.db.query.selectFrom('channel_updates').select('processed_at').execute();
    return updates.length === 1 && updates[0]!.processed_at !== null;
  });
  await service.configure({ channels: { greeting: 'Welcome to the shop' } });
  await post(weChatEvent('enter_session', { scene: '1' }));
  await post(weChatEvent('enter_session', { scene: '1', welcome_code: 'WELCOME2' }));
  assert.deepEqual(await texts(1), ['Welcome to the shop']);
  assert.equal(weChat.posts[0]!.to, 'welcome');
});

testWeChat('pictures, documents and places are read', {}, async (stage) => {
  const { post, texts, weChat } = stage;
  weChat.addMedia('file1', Buffer.from('The code of the door is 4711.'));
  await post(weChatMessage('file', { media_id: 'file1' }));
  assert.match((await texts(1))[0]!, /code of the door is 4711/);
  await post(weChatMessage('image', { media_id: 'gone&access_token=x' }));
  assert.match((await texts(2))[1]!, /文件下载失败/);
  await post(
    weChatMessage('location', { latitude: 23.1, longitude: 113.3, name: 'Shop', address: 'Road 1' }),
  );
  assert.match((await texts(3))[2]!, /Shop\nRoad 1\n23.1, 113.3/);
  for (const [index, type] of ['video', 'business_card', 'miniprogram'].entries()) {
    await post(weChatMessage(type, { media_id: 'file1' }));
    assert.match((await texts(4 + index))[3 + index]!, /无法读取/);
  }
});

testWeChat('files are uploaded, choices can be tapped', {}, async (stage) => {
  const { write, texts, weChat } = stage;
  await write('Hello');
  await texts(1);
  await sendToChat(stage, {
    text: 'Which size?',
    choices: ['S', 'M'],
    files: [
      { ...(await storeFile(stage, 'plan.png', 'image/png')), kind: 'image' },
      { ...(await storeFile(stage, 'voice.mp3', 'audio/mpeg')), kind: 'audio' },
    ],
  });
  await texts(4);
  assert.deepEqual(weChat.posts[1]!.content, {
    head_content: 'Which size?',
    list: [
      { type: 'click', click: { id: '0', content: 'S' } },
      { type: 'click', click: { id: '1', content: 'M' } },
    ],
  });
  assert.deepEqual(
    weChat.posts.slice(2).map(({ type }) => type),
    ['image', 'file'],
  );
  assert.match(weChat.uploads[0]!.body, /name="media"; filename="plan.png"[\s\S]*content of plan.png/);
});

testWeChat(
  'a long reply is sent in parts of 2048 bytes, and a sixth part fails with the reason',
  { models: createScriptedModel(() => [{ say: '这是一句话。\n'.repeat(560) }]).models },
  async (stage) => {
    await stage.write('Show me');
    for (const text of await stage.texts(5)) assert.ok(Buffer.byteLength(text) > 1000);
    assert.match((await findDelivery(stage, 'dead')).error!, /five messages after each message.*95001/);
  },
);

testWeChat('a message that WeChat reports as failed is a failed delivery', {}, async (stage) => {
  const { write, texts, post, weChat } = stage;
  await write('one');
  await texts(1);
  await findDelivery(stage, 'delivered');
  await post(weChatEvent('msg_send_fail', { fail_msgid: 'of-somebody-in-wecom', fail_type: 10 }));
  await post(weChatEvent('msg_send_fail', { fail_msgid: weChat.posts[0]!.msgid, fail_type: 10 }));
  assert.equal((await findDelivery(stage, 'dead')).error, 'The user does not accept messages');
});

testWeChat('errors delay a reply, end it or are shown at the connection', {}, async (stage) => {
  const { write, texts, weChat, manage, path } = stage;
  weChat.failWith('/kf/send_msg', -1, 42001);
  await write('one');
  assert.deepEqual(await texts(1), ['You said: one']);
  weChat.failWith('/kf/send_msg', 95018);
  await write('two');
  assert.match((await findDelivery(stage, 'dead')).error!, /person in WeCom has the session.*95018/);
  const before = weChat.tokenCount();
  weChat.revokeToken();
  await write('three');
  await texts(2);
  assert.equal(weChat.tokenCount(), before + 1);
  weChat.failWith('/kf/send_msg', 60020);
  await write('four');
  await eventually('the connection shows the problem', async () =>
    /does not allow calls from this address/.test((await manage('GET', path)).body.items[0].lastError ?? ''),
  );
});

const clocks: { advance(ms: number): void }[] = [];

testWeChat(
  'after 48 hours a reply fails with a reason',
  () => {
    const clock = createTestClock();
    clocks.push(clock);
    return { clock };
  },
  async (stage) => {
    await stage.write('Hello');
    await stage.texts(1);
    clocks.at(-1)!.advance(48 * 60 * 60_000 + 5000);
    await sendToChat(stage, { text: 'We found it' });
    assert.match((await findDelivery(stage, 'dead')).error!, /more than 48 hours ago/);
    assert.equal(stage.weChat.posts.length, 1);
  },
);

testWeChat('credentials are checked at set-up', {}, async ({ manage, path, connection, weChat }) => {
  assert.equal(connection.accountName, '售后客服');
  const create = async (more: object) =>
    (await manage('POST', path, { platform: 'wechat-kf', name: 'Other', fields: { ...fields, ...more } }))
      .body.message;
  assert.match(await create({ secret: 'x'.repeat(40) }), /does not accept the secret/);
  assert.match(await create({ corpId: 'wwffffffffffffffff' }), /does not know the corp ID/);
  assert.match(await create({ openKfId: 'wk0123456789' }), /no customer service account with this ID/);
  assert.match(await create({ encodingAesKey: 'short' }), /fields.encodingAesKey must be/);
  assert.match(await create({ corpId: '&corpsecret=' }), /fields.corpId must be/);
  assert.match(await create({}), /already connected/);
  weChat.failWith('/kf/account/list', 60020);
  assert.match(await create({}), /already connected/, 'the address can be allowed later');
  weChat.failWith('/kf/account/list', 60020, 60020);
  const tested = await manage('POST', `${path}/${connection.id}/test`, {});
  assert.match(tested.body.problems[0], /trusted IP addresses of the app \(60020\)/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testedDatabases } from '../../support/databases/tested-databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import {
  clientId,
  clientSecret,
  type DingTalk,
  dingTalkHeaders,
  dingTalkMessage,
  startDingTalk,
} from '../../support/platforms/dingtalk.ts';
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

interface DingTalkStage extends ConnectionStage {
  dingTalk: DingTalk;
  /** Sends a signed message, as DingTalk does. */
  post(message: object | string, headers?: Record<string, string>): ReturnType<TestService['call']>;
  write(content: string): ReturnType<TestService['call']>;
  /** Waits for this number of messages of the robot. Then returns their texts. */
  texts(count: number): Promise<string[]>;
}

const fields = { clientId, clientSecret };

const testDingTalk = (
  name: string,
  options: ServiceOptions,
  work: (stage: DingTalkStage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, async () => {
      const dingTalk = await startDingTalk();
      const connection = { platform: 'dingtalk', fields, urls: dingTalk.platformUrls };
      try {
        await withConnection(kind, connection, options, async (stage) => {
          const post: DingTalkStage['post'] = (message, headers = dingTalkHeaders()) =>
            stage.service.call(
              'POST',
              `/channels/inbound/${stage.connection.id}`,
              typeof message === 'string' ? message : JSON.stringify(message),
              { key: null, headers },
            );
          await work({
            ...stage,
            dingTalk,
            post,
            write: (content) => post(dingTalkMessage({ text: { content } })),
            texts: async (count) => {
              await eventually(`${count} messages arrived`, () => dingTalk.posts.length >= count);
              return dingTalk.posts.map(({ parameters }) => parameters.text ?? JSON.stringify(parameters));
            },
          });
        });
      } finally {
        await dingTalk.close();
      }
    });
};

testDingTalk('forged, old and foreign requests are refused', {}, async ({ post, service, connection }) => {
  const message = dingTalkMessage({ text: { content: 'Hello' } });
  const now = Date.now();
  for (const headers of [
    {},
    dingTalkHeaders({ atMs: now - 3_605_000 }),
    dingTalkHeaders({ atMs: now + 3_605_000 }),
    dingTalkHeaders({ secret: 'x'.repeat(40) }),
    { ...dingTalkHeaders(), timestamp: String(now - 1) },
    { ...dingTalkHeaders(), timestamp: 'now' },
  ])
    assert.equal((await post(message, headers)).status, 401);
  assert.equal((await post({ ...message, robotCode: 'ding-of-somebody-else' })).status, 401);
  for (const body of [
    '',
    '[]',
    '{"msgId":',
    JSON.stringify({ ...message, msgId: '' }),
    JSON.stringify({ ...message, createAt: 'now' }),
    JSON.stringify({ ...message, conversationId: 'a\u0000' }),
  ])
    assert.equal((await post(body)).status, 400, body);
  const got = await service.call('GET', `/channels/inbound/${connection.id}`, undefined, { key: null });
  assert.equal(got.status, 401);
  assert.deepEqual(await service.app.db.query.selectFrom('channel_updates').selectAll().execute(), []);
});

testDingTalk('a message is answered once, as Markdown', {}, async (stage) => {
  const { post, texts, dingTalk, service } = stage;
  const message = dingTalkMessage({ text: { content: ' Is **this** [here](https://a.example)?\n\nYes ' } });
  const answer = await post(message);
  assert.deepEqual([answer.status, answer.text], [200, '{}']);
  await post(message);
  assert.deepEqual(await texts(1), ['You said: Is **this** [here](https://a.example)?  \n  \nYes']);
  assert.deepEqual(
    [dingTalk.posts[0]!.to, dingTalk.posts[0]!.parameters.title],
    ['manager4711', 'You said: Is this here? Yes'],
  );
  await post(dingTalkMessage({ text: { content: '/new' } }));
  assert.equal((await texts(2))[1], '已开始新的对话。请问有什么可以帮您？');
  const { body } = await service.call('GET', '/v1/bot/conversation/page?conversation_type=WORKPLACE_BOT_1');
  assert.equal(body.total, 1);
  const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  assert.deepEqual(await service.app.rooms.users.attributes(id, body.list[0].user_id), { name: '李四' });
});

testDingTalk('a group is answered in the group, each person in a conversation', {}, async (stage) => {
  const { post, texts, dingTalk, service } = stage;
  const group = { conversationId: 'cidgroup==', conversationType: '2', isInAtList: true };
  await post(dingTalkMessage({ ...group, text: { content: ' one' } }));
  await post(
    dingTalkMessage({ ...group, text: { content: ' two' }, senderStaffId: 'bob', senderNick: 'Bob' }),
  );
  // Somebody of another organisation.
  await post(
    dingTalkMessage({
      ...group,
      text: { content: ' three' },
      senderStaffId: undefined,
      senderId: '$:LWCP_v1:$eve',
    }),
  );
  assert.deepEqual((await texts(3)).sort(), ['You said: one', 'You said: three', 'You said: two']);
  assert.deepEqual(new Set(dingTalk.posts.map(({ to }) => to)), new Set(['cidgroup==']));
  const { body } = await service.call('GET', '/v1/bot/conversation/page?conversation_type=WORKPLACE_BOT_1');
  assert.equal(body.total, 3);
});

testDingTalk(
  'somebody without a staff ID is answered through the session, only at DingTalk',
  {},
  async (stage) => {
    const { post, texts, dingTalk, service } = stage;
    const stranger = { senderStaffId: undefined, text: { content: 'Hello' } };
    await post(dingTalkMessage({ ...stranger, sessionWebhook: dingTalk.sessionWebhook }));
    assert.deepEqual(await texts(1), ['You said: Hello']);
    assert.deepEqual([dingTalk.posts[0]!.to, dingTalk.posts[0]!.key], ['abc123', 'session']);
    for (const sessionWebhook of [
      'http://169.254.169.254/robot/sendBySession?session=x',
      `${dingTalk.sessionWebhook}&x=/../`,
      dingTalk.sessionWebhook.replace('/oapi/', '/oapi.evil/'),
      undefined,
    ]) {
      await post(dingTalkMessage({ ...stranger, sessionWebhook }));
      assert.match((await findDelivery(stage, 'dead')).error!, /gave no address for replies/);
      await service.app.db.query.deleteFrom('deliveries').where('status', '=', 'dead').execute();
    }
    await post(
      dingTalkMessage({ ...stranger, sessionWebhook: dingTalk.sessionWebhook, sessionWebhookExpiredTime: 1 }),
    );
    assert.match((await findDelivery(stage, 'dead')).error!, /has ended/);
    assert.equal(dingTalk.posts.length, 1);
  },
);

testDingTalk('pictures, documents, recordings and formatted texts are read', {}, async (stage) => {
  const { post, texts, dingTalk } = stage;
  const content = (msgtype: string, given: object) => dingTalkMessage({ msgtype, content: given });
  dingTalk.addFile('code1', Buffer.from('The code of the door is 4711.'));
  await post(content('file', { downloadCode: 'code1', fileName: 'notes.txt', fileId: '1', spaceId: '2' }));
  assert.match((await texts(1))[0]!, /code of the door is 4711/);
  await post(content('picture', { downloadCode: 'gone', pictureDownloadCode: 'gone' }));
  assert.match((await texts(2))[1]!, /文件下载失败/);
  await post(content('audio', { downloadCode: 'code2', duration: 4000, recognition: '几点开门？' }));
  assert.equal((await texts(3))[2], 'You said: 几点开门？');
  await post(content('richText', { richText: [{ text: 'See ' }, { text: 'this' }] }));
  assert.equal((await texts(4))[3], 'You said: See this');
  await post(content('video', { downloadCode: 'code3', duration: 4000, videoType: 'mp4' }));
  assert.match((await texts(5))[4]!, /无法读取/);
  dingTalk.setFileUrl(() => 'http://127.0.0.1:9/private');
  await post(content('file', { downloadCode: 'code1', fileName: 'notes.txt' }));
  assert.match((await texts(6))[5]!, /文件下载失败/, 'private addresses are not called');
});

testDingTalk('files are uploaded, other kinds are links, choices are listed', {}, async (stage) => {
  const { write, texts, dingTalk, service } = stage;
  await write('Hello');
  await texts(1);
  await sendToChat(stage, {
    text: 'Which size?',
    choices: ['S', 'M'],
    files: [
      { ...(await storeFile(stage, 'plan.png', 'image/png')), kind: 'image' },
      { ...(await storeFile(stage, 'bill.pdf', 'application/pdf')), kind: 'document' },
      { ...(await storeFile(stage, 'voice.mp3', 'audio/mpeg')), kind: 'audio' },
    ],
  });
  const sent = (await texts(5)).slice(1);
  assert.deepEqual(sent.slice(0, 3), [
    'Which size?  \n  \n• S  \n• M',
    '{"photoURL":"@media1"}',
    '{"mediaId":"@media1","fileName":"bill.pdf","fileType":"pdf"}',
  ]);
  assert.deepEqual(
    dingTalk.uploads.map(({ type }) => type),
    ['image', 'file'],
  );
  assert.match(dingTalk.uploads[1]!.body, /name="media"; filename="bill.pdf"[\s\S]*content of bill.pdf/);
  const [, url] = /^\[voice\.mp3\]\((https:\/\/desk\.example\/[^)]+)\)$/.exec(sent[3]!) ?? [];
  const { pathname, search } = new URL(url!);
  assert.equal(
    (await service.call('GET', pathname + search, undefined, { key: null })).text,
    'content of voice.mp3',
  );
});

testDingTalk(
  'a long reply is sent in parts of at most 5000 characters',
  { models: createScriptedModel(() => [{ say: 'A **sentence**.\n'.repeat(600) }]).models },
  async ({ write, texts }) => {
    await write('Show me');
    for (const text of await texts(3)) assert.ok(text.length <= 5000);
  },
);

testDingTalk('limits and failures delay replies, other errors end them', {}, async (stage) => {
  const { write, texts, dingTalk, manage, path } = stage;
  dingTalk.failWith(
    { status: 403, code: 'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi' },
    { status: 503, code: 'ServiceUnavailable' },
  );
  await write('one');
  await write('two');
  assert.deepEqual(await texts(2), ['You said: one', 'You said: two']);
  dingTalk.failWith({ status: 400, code: 'staffId.notExisted' });
  await write('three');
  assert.equal(
    (await findDelivery(stage, 'dead')).error,
    'The user is not in the organisation (staffId.notExisted)',
  );
  assert.equal((await manage('GET', path)).body.items[0].lastError, null);
  dingTalk.failWith({ status: 403, code: 'Forbidden.AccessDenied.AccessTokenPermissionDenied' });
  await write('four');
  await eventually('the connection shows the problem', async () =>
    /lacks a permission/.test((await manage('GET', path)).body.items[0].lastError ?? ''),
  );
});

testDingTalk('a held back message is sent later, an unknown user ends it', {}, async (stage) => {
  const { write, texts, dingTalk } = stage;
  dingTalk.limitUser('manager4711');
  await write('one');
  assert.deepEqual(await texts(1), ['You said: one']);
  dingTalk.removeUser('manager4711');
  await write('two');
  assert.match((await findDelivery(stage, 'dead')).error!, /not in the organisation/);
});

testDingTalk('a rejected token is replaced', {}, async ({ write, texts, dingTalk }) => {
  await write('one');
  await texts(1);
  const before = dingTalk.tokenCount();
  dingTalk.revokeToken();
  await write('two');
  await texts(2);
  assert.equal(dingTalk.tokenCount(), before + 1);
});

testDingTalk('credentials are checked at set-up', {}, async ({ manage, path, connection }) => {
  assert.equal(connection.accountName, clientId);
  const create = async (more: object) =>
    (await manage('POST', path, { platform: 'dingtalk', name: 'Other', fields: { ...fields, ...more } })).body
      .message;
  assert.match(
    await create({ clientSecret: 'x'.repeat(40) }),
    /does not accept the client ID with the client secret/,
  );
  assert.match(await create({ clientId: 'a/../b' }), /fields.clientId must be/);
  assert.match(await create({ robotCode: 'no spaces' }), /fields.robotCode must be/);
  assert.match(await create({}), /already connected/);
});

import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { messagesOf, signatureOf, textMessage, verifyToken } from '../../support/platforms/whatsapp.ts';
import { testWhatsApp, whatsAppFields } from '../../support/platforms/with-whatsapp.ts';
import { eventually } from '../../support/time/eventually.ts';

testWhatsApp(
  'a message is answered once, in the format of WhatsApp, with name and phone',
  {},
  async (stage) => {
    const { post, texts, service, whatsApp } = stage;
    const webhook = messagesOf([textMessage('Do you have **red** [shoes](https://shop.example/shoes)?')]);
    assert.equal((await post(webhook)).status, 200);
    assert.equal((await post(webhook)).status, 200, 'a repetition is acknowledged too');
    assert.deepEqual(await texts(1), ['You said: Do you have *red* shoes (https://shop.example/shoes)?']);
    assert.equal(whatsApp.sent[0].to, '16505551234');
    await post(messagesOf([textMessage('one'), textMessage('two'), textMessage('three')]));
    assert.deepEqual((await texts(4)).slice(1), ['You said: one', 'You said: two', 'You said: three']);

    const page = await service.call(
      'GET',
      '/v1/bot/conversation/page?conversation_type=MESSAGING_APP_1_PROVIDER_1',
    );
    assert.equal(page.body.total, 1);
    const [conversation] = page.body.list;
    assert.match(conversation.user_id, /^whatsapp-/);
    const { id } = await service.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    const attributes = await service.app.rooms.users.attributes(id, conversation.user_id);
    assert.deepEqual(attributes, { name: 'Sheena Nelson', phone: '+16505551234' });
  },
);

testWhatsApp('a user without a phone number is answered by the id of the business', {}, async (stage) => {
  const { post, texts, whatsApp } = stage;
  const webhook = messagesOf([{ ...textMessage('Hello'), from_user_id: 'US.1349120865', from: undefined }]);
  await post(webhook);
  await texts(1);
  assert.equal(whatsApp.sent[0].recipient, 'US.1349120865');
  assert.equal(whatsApp.sent[0].to, undefined);
});

testWhatsApp('the handshake is answered only with the verify token', {}, async ({ service, connection }) => {
  const handshake = (query: Record<string, string>) =>
    service.call('GET', `/channels/inbound/${connection.id}?${new URLSearchParams(query)}`, undefined, {
      key: null,
    });
  const valid = {
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': '1158201444',
  };
  const answer = await handshake(valid);
  assert.equal(answer.status, 200);
  assert.equal(answer.text, '1158201444');
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  assert.equal((await handshake({ ...valid, 'hub.verify_token': 'other-token' })).status, 401);
  assert.equal((await handshake({ ...valid, 'hub.mode': 'unsubscribe' })).status, 401);
  assert.equal((await handshake({ ...valid, 'hub.challenge': '<script>' })).status, 400);
  assert.equal((await handshake({})).status, 401);
});

testWhatsApp('forged, foreign, old and unreadable requests store nothing', {}, async (stage) => {
  const { post, write, service } = stage;
  const webhook = messagesOf([textMessage('Hello')]);
  const header = 'x-hub-signature-256';
  const other = 'f'.repeat(32);
  assert.equal((await post(webhook, { [header]: signatureOf(JSON.stringify(webhook), other) })).status, 401);
  assert.equal((await post(webhook, { [header]: 'sha256=' })).status, 401);
  assert.equal((await post(webhook, { [header]: signatureOf('{}') })).status, 401);
  assert.equal((await post({ object: 'page', entry: [] })).status, 400);
  assert.equal(
    (await post({ object: 'whatsapp_business_account', entry: [null, 1, { changes: {} }] })).status,
    200,
  );
  assert.equal((await write('Hello', { numberId: '999999' })).status, 200, 'another number of the app');
  assert.equal((await write('Hello', { atMs: Date.now() - 8 * 24 * 60 * 60_000 })).status, 200);
  const stored = await service.app.db.query.selectFrom('channel_updates').selectAll().execute();
  assert.deepEqual(stored, []);
});

testWhatsApp(
  'a long reply is sent in parts within the limit, each with closed code blocks',
  () => {
    const code = `\`\`\`js\n${'const value = "😀";\n'.repeat(400)}\`\`\``;
    return {
      models: createScriptedModel(() => [{ say: `${'A sentence. '.repeat(300)}\n\n${code}` }]).models,
    };
  },
  async ({ write, texts, whatsApp }) => {
    await write('Show me');
    await texts(3);
    await eventually('all parts arrived', () => whatsApp.texts().join('').split('const').length > 400);
    for (const text of whatsApp.texts()) {
      assert.ok(text.length <= 4096 && text.isWellFormed());
      assert.equal(text.split('```').length % 2, 1, 'every code block is closed');
    }
  },
);

testWhatsApp('locations, contacts, buttons and captions are read as text', {}, async ({ post, texts }) => {
  await post(
    messagesOf([
      { type: 'location', location: { latitude: 37.44, longitude: -122.16, name: 'Office' } },
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Bo' }, phones: [{ phone: '+1 555' }] }] },
      { type: 'button', button: { text: 'Yes', payload: 'yes' } },
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Blue' } } },
    ]),
  );
  assert.deepEqual(
    (await texts(4)).map((text) => text.replace('You said: ', '')),
    ['Office\n37.44, -122.16', 'Bo +1 555', 'Yes', 'Blue'],
  );
});

testWhatsApp(
  'unsupported kinds are answered, reactions and group messages are not',
  {},
  async ({ post, texts, write, whatsApp }) => {
    await post(messagesOf([{ type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } }]));
    await post(messagesOf([{ ...textMessage('Lunch?'), group_id: 'g1' }]));
    await post(messagesOf([{ type: 'sticker', sticker: { id: '1' } }]));
    assert.match((await texts(1))[0]!, /cannot read/);
    await post(messagesOf([{ type: 'unsupported', errors: [{ code: 131051 }] }]));
    assert.match((await texts(2))[1]!, /cannot read/);
    await write('/help');
    assert.match((await texts(3))[2]!, /\/new/);
    assert.equal(whatsApp.sent.length, 3);
  },
);

testWhatsApp(
  'files are downloaded in two steps, only from the host of the platform',
  {},
  async ({ post, texts, whatsApp }) => {
    whatsApp.addFile('111', Buffer.from('The code of the door is 4711.'));
    const document = { id: '111', filename: 'door.txt', mime_type: 'text/plain', caption: 'Read this' };
    await post(messagesOf([{ type: 'document', document }]));
    assert.match((await texts(1))[0]!, /code of the door is 4711/);
    await post(messagesOf([{ type: 'document', document: { id: '222', filename: 'gone.txt' } }]));
    assert.match((await texts(2))[1]!, /could not be downloaded/);
    whatsApp.setMediaHost('http://169.254.169.254');
    await post(messagesOf([{ type: 'document', document }]));
    assert.match((await texts(3))[2]!, /could not be downloaded/);
  },
);

let reply: PromiseWithResolvers<void>;

testWhatsApp(
  'a message is marked as read and a typing indicator is shown while a reply is written',
  () => {
    reply = Promise.withResolvers<void>();
    return { models: createScriptedModel(() => [{ wait: reply.promise }, { say: 'Done' }]).models };
  },
  async ({ post, texts, whatsApp }) => {
    await post(messagesOf([textMessage('Hello')], { id: 'wamid.read-me' }));
    await eventually('the indicator is shown', () => whatsApp.read.length > 0);
    assert.equal(whatsApp.read[0].message_id, 'wamid.read-me');
    assert.deepEqual(whatsApp.read[0].typing_indicator, { type: 'text' });
    reply.resolve();
    assert.deepEqual(await texts(1), ['Done']);
  },
);

testWhatsApp('credentials are checked at set-up, and the test finds a missing webhook', {}, async (stage) => {
  const { manage, path, connection, whatsApp } = stage;
  assert.equal(connection.accountName, 'Shop +1 555-078-3881');
  const create = async (fields: object) =>
    (
      await manage('POST', path, {
        platform: 'whatsapp',
        name: 'Other',
        fields: { ...whatsAppFields, ...fields },
      })
    ).body.message;
  assert.match(await create({ appSecret: 'f'.repeat(32) }), /app secret does not belong/);
  assert.match(await create({ appSecret: 'short' }), /fields.appSecret must be/);
  assert.match(await create({ accessToken: 'Z'.repeat(40) }), /does not accept the access token/);
  assert.match(await create({ phoneNumberId: '12345678' }), /does not exist/);
  assert.match(await create({ phoneNumberId: '../me' }), /fields.phoneNumberId must be/);
  assert.match(await create({ templateName: 'follow_up' }), /templateLanguage is required/);
  assert.match(await create({}), /already connected/);
  const test = () => manage('POST', `${path}/${connection.id}/test`, {});
  assert.match((await test()).body.problems[0], /another address/);
  whatsApp.setWebhook(connection.inboundUrl);
  assert.deepEqual((await test()).body.problems, []);
});

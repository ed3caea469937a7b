import assert from 'node:assert/strict';
import { findDelivery } from '../../support/platforms/find-delivery.ts';
import { sendToChat } from '../../support/platforms/send-to-chat.ts';
import { storeFile } from '../../support/platforms/store-file.ts';
import { statusOf } from '../../support/platforms/whatsapp.ts';
import { testWhatsApp, type WhatsAppStage } from '../../support/platforms/with-whatsapp.ts';
import { eventually } from '../../support/time/eventually.ts';

testWhatsApp('a busy platform delays replies, and they stay in order', {}, async (stage) => {
  const { write, texts, whatsApp } = stage;
  whatsApp.failWith(
    { status: 429, code: 130429, details: 'Rate limit hit', headers: { 'retry-after': '1' } },
    { status: 400, code: 131056, details: 'Pair rate limit hit', headers: { 'retry-after': '1' } },
    { status: 500, code: 131000, details: 'Something went wrong' },
  );
  await write('one');
  await write('two');
  assert.deepEqual(await texts(2), ['You said: one', 'You said: two']);
});

testWhatsApp('an undeliverable message fails finally, and the next one is sent', {}, async (stage) => {
  const { write, texts, whatsApp } = stage;
  whatsApp.failWith({ status: 400, code: 131026, details: 'Message undeliverable' });
  await write('one');
  const { error } = await findDelivery(stage, 'dead');
  assert.match(error!, /cannot be delivered.*131026/);
  await write('two');
  assert.deepEqual(await texts(1), ['You said: two']);
});

testWhatsApp(
  'an expired token is shown at the connection, and the reply is sent later',
  {},
  async (stage) => {
    const { write, texts, whatsApp, manage, path } = stage;
    whatsApp.failWith({ status: 401, code: 190, details: 'Session has expired' });
    await write('one');
    await eventually('the problem is shown', async () =>
      /token has expired/.test((await manage('GET', path)).body.items[0].lastError ?? ''),
    );
    await texts(1);
  },
);

testWhatsApp('a failure that Meta reports later is the state of the delivery', {}, async (stage) => {
  const { write, texts, post, whatsApp, manage, path } = stage;
  await write('one');
  await texts(1);
  const errors = [{ code: 131026, title: 'Message undeliverable', error_data: { details: 'Undeliverable' } }];
  for (const status of ['sent', 'delivered', 'read'])
    assert.equal((await post(statusOf(whatsApp.sent[0], status))).status, 200);
  await findDelivery(stage, 'delivered');
  const failed = statusOf(whatsApp.sent[0], 'failed', errors);
  assert.equal((await post(failed)).status, 200);
  assert.equal((await post(failed)).status, 200, 'a repetition');
  const { id, error } = await findDelivery(stage, 'dead');
  assert.match(error!, /131026/);
  const shown = await manage('GET', `${path.split('/agents/')[0]}/deliveries/${id}`);
  assert.deepEqual(
    shown.body.log.map((attempt: { error: string | null }) => attempt.error === null),
    [true, false],
  );
});

testWhatsApp('a report about an unknown delivery changes nothing', {}, async (stage) => {
  const { post, write, texts, service } = stage;
  const unknown = { biz_opaque_callback_data: 'nobody', to: '16505551234' };
  await post(statusOf(unknown, 'failed', [{ code: 131026 }]));
  await write('one');
  await texts(1);
  await eventually('everything is processed', async () => {
    const open = await service.app.db.query
      .selectFrom('channel_updates')
      .select('update_key')
      .where('processed_at', 'is', null)
      .execute();
    return open.length === 0;
  });
  await findDelivery(stage, 'delivered');
});

testWhatsApp('files are uploaded and sent by their kind', {}, async (stage) => {
  const { write, texts, whatsApp } = stage;
  await write('Hello');
  await texts(1);
  const photo = { ...(await storeFile(stage, 'shoe.png', 'image/png')), kind: 'image' as const };
  const voice = { ...(await storeFile(stage, 'reply.mp3', 'audio/mpeg')), kind: 'audio' as const };
  const paper = { ...(await storeFile(stage, 'Bill "1".pdf', 'application/pdf')), kind: 'document' as const };
  const gone = { ...photo, fileId: 'gone' };
  await sendToChat(stage, { text: 'Here you are', files: [gone, photo, voice, paper] });
  await eventually('all files arrived', () => whatsApp.sent.length === 5);
  assert.deepEqual(
    whatsApp.sent.map(({ type }) => type),
    ['text', 'text', 'image', 'audio', 'document'],
  );
  assert.equal(whatsApp.sent[4].document.filename, 'Bill "1".pdf');
  const uploaded = [...whatsApp.media.values()].map(({ bytes }) => bytes.toString());
  assert.deepEqual(uploaded, ['content of shoe.png', 'content of reply.mp3', 'content of Bill "1".pdf']);
  assert.match((await findDelivery(stage, 'dead')).error!, /file was deleted/);
});

testWhatsApp('short choices are buttons, others are listed', {}, async (stage) => {
  const { write, texts, whatsApp } = stage;
  await write('Hello');
  await texts(1);
  await sendToChat(stage, { text: 'Which colour?', choices: ['Red', 'Blue'] });
  await texts(2);
  const { buttons } = whatsApp.sent[1].interactive.action;
  assert.deepEqual(
    buttons.map(({ reply }: { reply: { title: string } }) => reply.title),
    ['Red', 'Blue'],
  );
  await sendToChat(stage, { text: 'Which size?', choices: ['1', '2', '3', '4'] });
  assert.equal((await texts(3))[2], 'Which size?\n\n• 1\n• 2\n• 3\n• 4');
});

const dayMs = 24 * 60 * 60_000;

/** A message that reached the service a day late, so that the reply is outside of the window. */
const writeLate = ({ write }: WhatsAppStage, text: string) =>
  write(text, { atMs: Date.now() - dayMs - 1000 });

const template = { templateName: 'follow_up', templateLanguage: 'en_US' };

testWhatsApp('after 24 hours a reply fails with a reason if there is no template', {}, async (stage) => {
  await writeLate(stage, 'We found it');
  const { error } = await findDelivery(stage, 'dead');
  assert.match(error!, /more than 24 hours ago.*the connection has none/);
  assert.deepEqual(stage.whatsApp.sent, []);
});

testWhatsApp(
  'after 24 hours a reply is the parameter of the template',
  { fields: template },
  async (stage) => {
    const { whatsApp, write, texts } = stage;
    whatsApp.addTemplate('follow_up', 'en_US', 1);
    await writeLate(stage, 'We **found** it:\n\n- in the *cellar*');
    await eventually('the template was sent', () => whatsApp.sent.length === 1);
    assert.deepEqual(whatsApp.sent[0].template, {
      name: 'follow_up',
      language: { code: 'en_US' },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: 'You said: We *found* it: • in the _cellar_' }] },
      ],
    });
    await write('Great');
    assert.deepEqual(await texts(1), ['You said: Great'], 'the window is open again');
  },
);

testWhatsApp('a template without a parameter is sent as it is', { fields: template }, async (stage) => {
  const { whatsApp } = stage;
  whatsApp.addTemplate('follow_up', 'en_US', 0);
  await writeLate(stage, 'We found it');
  await eventually('the template was sent', () => whatsApp.sent.length === 1);
  assert.deepEqual(whatsApp.sent[0].template, { name: 'follow_up', language: { code: 'en_US' } });
});

testWhatsApp('a template that does not exist is named in the reason', { fields: template }, async (stage) => {
  await writeLate(stage, 'We found it');
  assert.match((await findDelivery(stage, 'dead')).error!, /template does not exist.*132001/);
});

testWhatsApp(
  'the template is used if the clock of Meta says that the window is closed',
  { fields: template },
  async ({ write, whatsApp }) => {
    whatsApp.addTemplate('follow_up', 'en_US', 1);
    whatsApp.failWith({ status: 400, code: 131047, details: 'Re-engagement message' });
    await write('Hello');
    await eventually('the template was sent', () => whatsApp.sent.length === 1);
    assert.equal(whatsApp.sent[0].template.components[0].parameters[0].text, 'You said: Hello');
  },
);

testWhatsApp(
  'a message that Meta reports as outside of the window is sent again as the template, once',
  { fields: template },
  async (stage) => {
    const { write, texts, post, whatsApp, manage, path } = stage;
    whatsApp.addTemplate('follow_up', 'en_US', 1);
    await write('one');
    await texts(1);
    await findDelivery(stage, 'delivered');
    const errors = [{ code: 131047, title: 'Re-engagement message' }];
    const failed = statusOf(whatsApp.sent[0], 'failed', errors);
    await post(failed);
    await post(failed);
    await eventually('the template was sent', () => whatsApp.sent.length === 2);
    assert.equal(whatsApp.sent[1].template.components[0].parameters[0].text, 'You said: one');
    const { id } = await findDelivery(stage, 'delivered');
    const shown = await manage('GET', `${path.split('/agents/')[0]}/deliveries/${id}`);
    assert.deepEqual(
      shown.body.log.map((attempt: { error: string | null }) => attempt.error?.includes('131047') ?? null),
      [null, true, null],
    );
    await post(statusOf(whatsApp.sent[1], 'failed', errors));
    assert.match((await findDelivery(stage, 'dead')).error!, /131047/);
    assert.equal(whatsApp.sent.length, 2);
    await write('two', { atMs: Date.now() + 2000 });
    assert.deepEqual(await texts(2), ['You said: one', 'You said: two'], 'the window is open again');
  },
);

testWhatsApp('without a template such a message stays failed', {}, async (stage) => {
  const { write, texts, post, whatsApp } = stage;
  await write('one');
  await texts(1);
  await findDelivery(stage, 'delivered');
  await post(statusOf(whatsApp.sent[0], 'failed', [{ code: 131047 }]));
  assert.match((await findDelivery(stage, 'dead')).error!, /131047/);
  assert.equal(whatsApp.sent.length, 1);
});

import assert from 'node:assert/strict';
import {
  foreignAppSecret,
  foreignNumberId,
  messagesOf,
  phoneNumberId,
  secondNumberId,
  signatureOf,
  statusOf,
  textMessage,
} from '../../support/platforms/whatsapp.ts';
import { testWhatsApp, type WhatsAppStage, whatsAppFields } from '../../support/platforms/with-whatsapp.ts';
import { eventually } from '../../support/time/eventually.ts';

/** Connects another number to the same agent. */
const connect = async ({ manage, path }: WhatsAppStage, fields: Record<string, string>) => {
  const { body, status, text } = await manage('POST', path, {
    platform: 'whatsapp',
    name: 'Second',
    fields: { ...whatsAppFields, ...fields },
  });
  assert.equal(status, 201, text);
  return body;
};

const storedFor = async ({ service }: WhatsAppStage): Promise<string[]> => {
  const rows = await service.app.db.query.selectFrom('channel_updates').select('connection_id').execute();
  return rows.map(({ connection_id }) => connection_id);
};

/** One request about messages to several numbers, as Meta combines them. */
const combined = (...webhooks: ReturnType<typeof messagesOf>[]) => ({
  ...webhooks[0]!,
  entry: webhooks.flatMap(({ entry }) => entry),
});

testWhatsApp(
  'a request about several numbers of an app reaches the connection of each',
  {},
  async (stage) => {
    const { post, texts, whatsApp, connection, manage, path } = stage;
    const second = await connect(stage, { phoneNumberId: secondNumberId });
    const other = messagesOf([textMessage('to the second')], {
      numberId: secondNumberId,
      from: '16505550002',
    });
    assert.equal((await post(other)).status, 200);
    await texts(1);
    const both = combined(
      messagesOf([textMessage('again to the second')], { numberId: secondNumberId, from: '16505550002' }),
      messagesOf([textMessage('to the first')], { from: '16505550001' }),
    );
    assert.equal((await post(both)).status, 200);
    assert.equal((await post(both)).status, 200, 'a repetition');
    await texts(3);
    const answers = whatsApp.sent.map(({ text, to }, index) => [whatsApp.sentFrom[index], to, text.body]);
    assert.deepEqual(answers.sort(), [
      [phoneNumberId, '16505550001', 'You said: to the first'],
      [secondNumberId, '16505550002', 'You said: again to the second'],
      [secondNumberId, '16505550002', 'You said: to the second'],
    ]);
    const failed = statusOf(whatsApp.sent[0], 'failed', [{ code: 131026 }]);
    failed.entry[0]!.changes[0]!.value.metadata.phone_number_id = secondNumberId;
    await post(failed);
    await eventually('the report reached the delivery', async () => {
      const list = await manage('GET', `${path.split('/agents/')[0]}/deliveries?status=dead`);
      return list.body.items.length === 1;
    });
    whatsApp.setWebhook(connection.inboundUrl);
    assert.deepEqual((await manage('POST', `${path}/${second.id}/test`, {})).body.problems, []);
  },
);

testWhatsApp('a request about a number of another app or workspace is ignored', {}, async (stage) => {
  const { write, service } = stage;
  await connect(stage, { phoneNumberId: foreignNumberId, appSecret: foreignAppSecret });
  assert.equal((await write('Hello', { numberId: foreignNumberId })).status, 200);
  const second = await connect(stage, { phoneNumberId: secondNumberId });
  const created = await stage.manage('POST', '/console/api/workspaces', { name: 'Other' });
  assert.equal(created.status, 201, created.text);
  await service.app.db.query
    .updateTable('channel_connections')
    .set({ workspace_id: created.body.id })
    .where('id', '=', second.id)
    .execute();
  assert.equal((await write('Hello', { numberId: secondNumberId })).status, 200);
  assert.equal((await write('Hello', { numberId: '999999999' })).status, 200, 'no connection');
  assert.deepEqual(await storedFor(stage), []);
});

testWhatsApp(
  'a request about a paused number is asked for again, and others get their part',
  {},
  async (stage) => {
    const { post, texts, manage, path } = stage;
    const second = await connect(stage, { phoneNumberId: secondNumberId });
    const change = async (status: 'active' | 'paused') => {
      const { items } = (await manage('GET', path)).body;
      const { version } = items.find(({ id }: { id: string }) => id === second.id);
      assert.equal((await manage('PATCH', `${path}/${second.id}`, { version, status })).status, 200);
    };
    await change('paused');
    const both = combined(
      messagesOf([textMessage('to the second')], { numberId: secondNumberId }),
      messagesOf([textMessage('to the first')]),
    );
    assert.equal((await post(both)).status, 503);
    assert.deepEqual(await texts(1), ['You said: to the first']);
    await change('active');
    assert.equal((await post(both)).status, 200);
    assert.deepEqual((await texts(2)).slice(1), ['You said: to the second']);
    const body = JSON.stringify(both);
    const forged = { 'x-hub-signature-256': signatureOf(body, foreignAppSecret) };
    assert.equal((await post(both, forged)).status, 401);
  },
);

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readSample, toRequest } from '../../../../test/support/platforms/read-sample.ts';
import { whatsApp } from './whatsapp.ts';

const appSecret = '0123456789abcdef0123456789abcdef';
const connection = { secrets: { appSecret }, account: { key: '106540352242922', name: 'Shop' } };
const seconds = 1749416383;

const read = (value: object) => {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
              ...value,
            },
            field: 'messages',
          },
        ],
      },
    ],
  });
  const digest = createHmac('sha256', appSecret).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${digest}` };
  return readSample(whatsApp, connection, { body, headers, nowMs: seconds * 1000 });
};

const messageOf = (content: object) => {
  const events = read({
    contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: '16505551234' }],
    messages: [{ from: '16505551234', id: 'wamid.HBgL', timestamp: String(seconds), ...content }],
  });
  if (typeof events === 'string' || events[0]?.kind !== 'message') return events;
  const { text, command, files, isUnsupported, user } = events[0].message;
  return { text, command, files, isUnsupported, user };
};

const plain = {
  text: '',
  command: undefined,
  files: [],
  isUnsupported: undefined,
  user: { key: '16505551234', name: 'Sheena Nelson', phone: '+16505551234' },
};

test('the header has the signature that is documented for webhooks with this name', () => {
  const headers = {
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  };
  const receive = (body: string) => {
    const secrets = { appSecret: "It's a Secret to Everybody" };
    const access = { ...connection, secrets, id: '', settings: {}, inboundUrl: '' };
    const inbound = whatsApp.receive(toRequest({ body, headers }), access);
    return inbound.kind === 'refused' ? (inbound.status ?? 401) : 200;
  };
  // 400: the signature is right, and the body is no webhook.
  assert.equal(receive('Hello, World!'), 400);
  assert.equal(receive('Hello, World?'), 401);
});

test('texts, buttons, places and contacts of WhatsApp are read', () => {
  assert.deepEqual(messageOf({ type: 'text', text: { body: 'Does it come in another color?' } }), {
    ...plain,
    text: 'Does it come in another color?',
  });
  assert.deepEqual(messageOf({ type: 'text', text: { body: '/new' } }), { ...plain, command: 'new' });
  const reply = { type: 'button_reply', button_reply: { id: 'choice-0', title: 'Red' } };
  assert.deepEqual(messageOf({ type: 'interactive', interactive: reply }), { ...plain, text: 'Red' });
  assert.deepEqual(messageOf({ type: 'button', button: { payload: 'x', text: 'Yes' } }), {
    ...plain,
    text: 'Yes',
  });
  const location = {
    latitude: 37.4421,
    longitude: -122.1615,
    name: 'Philz Coffee',
    address: '101 Forest Ave',
  };
  assert.deepEqual(messageOf({ type: 'location', location }), {
    ...plain,
    text: 'Philz Coffee\n101 Forest Ave\n37.4421, -122.1615',
  });
  const contacts = [
    { name: { formatted_name: 'Barbara Johnson' }, phones: [{ phone: '+16505559999', type: 'HOME' }] },
  ];
  assert.deepEqual(messageOf({ type: 'contacts', contacts }), {
    ...plain,
    text: 'Barbara Johnson +16505559999',
  });
});

test('files of WhatsApp are read', () => {
  const image = { caption: 'This one', mime_type: 'image/jpeg', sha256: 'x', id: '1003383421387256' };
  assert.deepEqual(messageOf({ type: 'image', image }), {
    ...plain,
    text: 'This one',
    files: [{ kind: 'image', handle: '1003383421387256' }],
  });
  const audio = { mime_type: 'audio/ogg; codecs=opus', sha256: 'x', id: '1908647269898587', voice: true };
  assert.deepEqual(messageOf({ type: 'audio', audio }), {
    ...plain,
    files: [{ kind: 'audio', handle: '1908647269898587', name: 'voice.ogg' }],
  });
  const document = {
    filename: 'bill.pdf',
    mime_type: 'application/pdf',
    sha256: 'x',
    id: '1376223850470843',
  };
  assert.deepEqual(messageOf({ type: 'document', document }), {
    ...plain,
    files: [{ kind: 'document', handle: '1376223850470843', name: 'bill.pdf' }],
  });
});

test('what no agent can read is recognised, and reactions, edits, deletions and groups are ignored', () => {
  const sticker = { mime_type: 'image/webp', sha256: 'x', id: '798882015472548', animated: false };
  assert.deepEqual(messageOf({ type: 'sticker', sticker }), { ...plain, isUnsupported: true });
  const errors = [{ code: 131051, title: 'Message type unknown' }];
  assert.deepEqual(messageOf({ type: 'unsupported', errors }), { ...plain, isUnsupported: true });
  const ignored = [{ kind: 'ignored' }];
  assert.deepEqual(
    messageOf({ type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } }),
    ignored,
  );
  assert.deepEqual(messageOf({ type: 'edit', edit: { original_message_id: 'wamid.1' } }), ignored);
  assert.deepEqual(messageOf({ type: 'revoke', revoke: { original_message_id: 'wamid.1' } }), ignored);
  assert.deepEqual(messageOf({ type: 'system', system: { type: 'user_changed_number' } }), ignored);
  assert.deepEqual(messageOf({ type: 'text', group_id: 'Y2FwaV9n', text: { body: 'Hello' } }), ignored);
});

test('of the states of a message only the failed one is read', () => {
  const status = (name: string, more: object = {}) =>
    read({
      statuses: [
        { id: 'wamid.HBgL', status: name, timestamp: String(seconds), recipient_id: '16505551234', ...more },
      ],
    });
  const data = { biz_opaque_callback_data: 'delivery-1' };
  for (const name of ['sent', 'delivered', 'read']) assert.equal(status(name, data), 'nothing');
  const errors = [
    { code: 131026, title: 'Message undeliverable', error_data: { details: 'Undeliverable.' } },
  ];
  assert.equal(status('failed', { errors }), 'nothing', 'not sent by the service');
  const events = status('failed', { ...data, errors });
  assert.ok(typeof events !== 'string' && events[0]?.kind === 'undelivered');
  assert.equal(events[0].deliveryId, 'delivery-1');
  assert.match(events[0].error, /131026/);
});

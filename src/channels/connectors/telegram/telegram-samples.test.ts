import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSample } from '../../../../test/support/platforms/read-sample.ts';
import { telegram } from './telegram.ts';

const connection = {
  secrets: { webhookSecret: 'secret' },
  account: { key: '7654321', name: '@shop_bot' },
};

const from = {
  id: 1111111,
  is_bot: false,
  first_name: 'Test',
  last_name: 'Lastname',
  language_code: 'en-US',
};
const chat = {
  id: 1111111,
  type: 'private',
  first_name: 'Test',
  last_name: 'Lastname',
  username: 'Testusername',
};
const group = { id: -1001234567890, type: 'supergroup', title: 'Neighbours' };

const read = (update: object) =>
  readSample(telegram, connection, {
    body: JSON.stringify({ update_id: 10000, ...update }),
    headers: { 'x-telegram-bot-api-secret-token': 'secret' },
  });

/** The parts of a message that matter here. */
const messageOf = (content: object, more: object = {}) => {
  const events = read({ message: { message_id: 1365, date: 1441645532, from, chat, ...content } });
  if (typeof events === 'string' || events[0]?.kind !== 'message') return events;
  const { text, command, files, isUnsupported, user } = events[0].message;
  return { text, command, files, isUnsupported, userKey: user.key, ...more };
};

const plain = { command: undefined, files: [], isUnsupported: undefined, userKey: '1111111' };

test('texts, commands and places of Telegram are read', () => {
  assert.deepEqual(messageOf({ text: 'Hello' }), { ...plain, text: 'Hello' });
  assert.deepEqual(
    messageOf({ text: '/start from-site', entities: [{ type: 'bot_command', offset: 0, length: 6 }] }),
    { ...plain, text: 'from-site', command: 'start' },
  );
  assert.deepEqual(messageOf({ location: { latitude: 52.5163, longitude: 13.3777 } }), {
    ...plain,
    text: '52.5163, 13.3777',
  });
  const own = { phone_number: '+4930123456', first_name: 'Test', user_id: 1111111 };
  assert.deepEqual(messageOf({ contact: own }), { ...plain, text: 'Test +4930123456' });
});

test('files of Telegram are read, of a picture the largest size', () => {
  const photo = [
    { file_id: 'small', file_unique_id: 'a', width: 90, height: 67, file_size: 1253 },
    { file_id: 'large', file_unique_id: 'b', width: 800, height: 600, file_size: 82771 },
  ];
  assert.deepEqual(messageOf({ photo, caption: 'My shoes' }), {
    ...plain,
    text: 'My shoes',
    files: [{ kind: 'image', handle: 'large', sizeBytes: 82771 }],
  });
  const voice = { file_id: 'v', file_unique_id: 'c', duration: 3, mime_type: 'audio/ogg', file_size: 23456 };
  assert.deepEqual(messageOf({ voice }), {
    ...plain,
    text: '',
    files: [{ kind: 'audio', handle: 'v', sizeBytes: 23456, name: 'voice.ogg' }],
  });
  const document = { file_id: 'd', file_name: 'bill.pdf', mime_type: 'application/pdf', file_size: 6876 };
  assert.deepEqual(messageOf({ document }), {
    ...plain,
    text: '',
    files: [{ kind: 'document', handle: 'd', sizeBytes: 6876, name: 'bill.pdf' }],
  });
});

test('what no agent can read is recognised', () => {
  const sticker = { file_id: 's', type: 'regular', width: 512, height: 512, emoji: '👍', is_animated: false };
  for (const content of [
    { sticker },
    { video: { file_id: 'v' } },
    { poll: { id: '1' } },
    { dice: { value: 4 } },
  ])
    assert.deepEqual(messageOf(content), { ...plain, text: '', isUnsupported: true });
});

test('edits, reactions, members and channels of Telegram are ignored', () => {
  const edited = { message_id: 1365, date: 1441645532, edit_date: 1441645600, from, chat, text: 'Hello!' };
  assert.equal(read({ edited_message: edited }), 'nothing');
  const reaction = {
    chat,
    message_id: 1365,
    user: from,
    old_reaction: [],
    new_reaction: [{ type: 'emoji' }],
  };
  assert.equal(read({ message_reaction: reaction }), 'nothing');
  assert.equal(read({ my_chat_member: { chat, from, new_chat_member: { status: 'kicked' } } }), 'nothing');
  assert.equal(
    read({ channel_post: { message_id: 1, chat: { id: -1, type: 'channel' }, text: 'News' } }),
    'nothing',
  );
  assert.deepEqual(messageOf({ chat: group, new_chat_members: [from] }), [{ kind: 'ignored' }]);
  assert.deepEqual(messageOf({ from: { ...from, is_bot: true }, text: 'Hello' }), [{ kind: 'ignored' }]);
});

test('in a group of Telegram a message is read if it names the bot, answers it or is a command for it', () => {
  const ignored = [{ kind: 'ignored' }];
  assert.deepEqual(messageOf({ chat: group, text: 'Lunch?' }), ignored);
  const mention = { text: '@shop_bot open?', entities: [{ type: 'mention', offset: 0, length: 9 }] };
  assert.deepEqual(messageOf({ chat: group, ...mention }), { ...plain, text: 'open?' });
  const command = (text: string) => ({
    chat: group,
    text,
    entities: [{ type: 'bot_command', offset: 0, length: text.length }],
  });
  assert.deepEqual(messageOf(command('/new@shop_bot')), { ...plain, text: '', command: 'new' });
  assert.deepEqual(messageOf(command('/new@other_bot')), ignored);
  const answered = { reply_to_message: { message_id: 3, from: { id: 7654321, is_bot: true } } };
  assert.deepEqual(messageOf({ chat: group, text: 'And Sunday?', ...answered }), {
    ...plain,
    text: 'And Sunday?',
  });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readSample, toRequest } from '../../../../test/support/platforms/read-sample.ts';
import { slack } from './slack.ts';

const secret = '8f742231b10e8888abcd99yyyzzz85a5';
const connection = {
  secrets: { signingSecret: secret },
  account: { key: 'T061EG9R6/U0LAN0Z89', name: '@helper' },
};
const seconds = 1531420618;

const sign = (body: string) => createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex');

const read = (event: object) => {
  const body = JSON.stringify({
    token: 'z26uFbvR1xHJEdHE1OQiO6t8',
    team_id: 'T061EG9R6',
    api_app_id: 'A0FFV41KK',
    event: {
      type: 'message',
      channel: 'D024BE91L',
      channel_type: 'im',
      user: 'U2147483697',
      ts: '1355517523.000005',
      ...event,
    },
    type: 'event_callback',
    event_id: 'Ev9UQ52YNA',
    event_time: 1234567890,
  });
  const headers = { 'x-slack-request-timestamp': String(seconds), 'x-slack-signature': `v0=${sign(body)}` };
  return readSample(slack, connection, { body, headers, nowMs: seconds * 1000 });
};

const messageOf = (event: object) => {
  const events = read(event);
  if (typeof events === 'string' || events[0]?.kind !== 'message') return events;
  const { text, command, files, address, isContinuation, isGroup } = events[0].message;
  return { text, command, files, address, isContinuation, isGroup };
};

const direct = {
  command: undefined,
  files: [],
  address: { channel: 'D024BE91L', threadTs: null },
  isContinuation: false,
  isGroup: false,
};

test("the example of Slack's documentation has the expected signature", () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
  const receive = (header: string, nowMs = seconds * 1000) => {
    const headers = { 'x-slack-request-timestamp': String(seconds), 'x-slack-signature': header };
    const access = { ...connection, id: '', settings: {}, inboundUrl: '' };
    const inbound = slack.receive(toRequest({ body, headers, nowMs }), access);
    return inbound.kind === 'refused' ? (inbound.status ?? 401) : 200;
  };
  // 400: the signature is right, and the body is a command instead of an event.
  assert.equal(receive(signature), 400);
  assert.equal(receive(signature.replace('a2', 'a3')), 401);
  assert.equal(receive(signature, (seconds + 300) * 1000), 400);
  assert.equal(receive(signature, (seconds + 301) * 1000), 401);
  assert.equal(receive(signature, (seconds - 301) * 1000), 401, 'a time in the future');
});

test('texts, commands and threads of Slack are read', () => {
  assert.deepEqual(messageOf({ text: 'Live long and prospect.' }), {
    ...direct,
    text: 'Live long and prospect.',
  });
  assert.deepEqual(messageOf({ text: '!human please' }), { ...direct, text: 'please', command: 'human' });
  const channel = { channel: 'C0LAN2Q65', channel_type: 'channel' };
  assert.deepEqual(messageOf({ ...channel, text: 'between people' }), [{ kind: 'ignored' }]);
  const named = {
    ...direct,
    isGroup: true,
    address: { channel: 'C0LAN2Q65', threadTs: '1355517523.000005' },
  };
  assert.deepEqual(messageOf({ ...channel, type: 'app_mention', text: '<@U0LAN0Z89> is it <!here>?' }), {
    ...named,
    text: 'is it @here?',
  });
  const thread_ts = '1355517000.000001';
  assert.deepEqual(messageOf({ ...channel, thread_ts, text: 'And now?' }), {
    ...named,
    text: 'And now?',
    isContinuation: true,
    address: { channel: 'C0LAN2Q65', threadTs: thread_ts },
  });
});

test('files of Slack are read by their kind', () => {
  const url = 'https://files.slack.com/files-pri/T061EG9R6-F1/download/a';
  const file = (mimetype: string) => ({ id: 'F1', name: 'a', mimetype, size: 9, url_private_download: url });
  const kinds = { 'image/png': 'image', 'audio/webm': 'audio', 'application/pdf': 'document' };
  for (const [mimetype, kind] of Object.entries(kinds))
    assert.deepEqual(messageOf({ subtype: 'file_share', text: 'Look', files: [file(mimetype)] }), {
      ...direct,
      text: 'Look',
      files: [{ kind, handle: url, name: 'a', sizeBytes: 9 }],
    });
});

test('edits, deletions, reactions, members and bots of Slack are ignored', () => {
  const message = { type: 'message', user: 'U2147483697', text: 'new', ts: '1355517523.000005' };
  for (const event of [
    { subtype: 'message_changed', message, previous_message: { ...message, text: 'old' } },
    { subtype: 'message_deleted', deleted_ts: '1355517523.000005', previous_message: message },
    { subtype: 'channel_join', text: 'has joined' },
    { subtype: 'bot_message', bot_id: 'BB12033', text: 'a bot' },
    { type: 'reaction_added', reaction: 'thumbsup', item: { type: 'message', channel: 'D024BE91L' } },
    { user: 'U0LAN0Z89', text: 'my own' },
  ])
    assert.equal(read(event), 'nothing');
});

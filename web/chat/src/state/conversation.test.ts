import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredMessage } from '../service/wire.ts';
import { type Change, type Conversation, changeConversation, noConversation } from './conversation.ts';

const after = (...events: Change[]): Conversation => events.reduce(changeConversation, noConversation);

const stored = (
  role: StoredMessage['role'],
  message_id: string,
  more: Partial<StoredMessage> = {},
): StoredMessage => ({
  id: `${role}-${message_id}`,
  message_id,
  answer_id: role === 'assistant' ? `answer-${message_id}` : null,
  role,
  text: `${role} of ${message_id}`,
  files: [],
  audio: [],
  citations: [],
  feedback: 'NONE',
  status: 'ended',
  create_time: 1_700_000_000,
  ...more,
});

const asked: Change = { type: 'asked', round: 'r1', text: 'Where?', files: [], nowMs: 5 };
const accepted: Change = { type: 'accepted', round: 'r1', messageId: 'm1', answerId: 'a1' };
const shown = ({ entries }: Conversation) => entries.map(({ role, text, status }) => [role, text, status]);

test('a question is shown at once, and its reply grows until it ends', () => {
  const said = after(
    asked,
    accepted,
    { type: 'said', round: 'r1', text: 'In ' },
    { type: 'said', round: 'r1', text: 'Rome' },
  );
  assert.deepEqual(shown(said), [
    ['user', 'Where?', 'ended'],
    ['assistant', 'In Rome', 'running'],
  ]);
  const ended = changeConversation(said, { type: 'ended', round: 'r1', isStopped: false });
  assert.equal(ended.entries[1]?.status, 'ended');
  assert.equal(ended.entries[1]?.answerId, 'a1');
});

test('a message that was not accepted is shown as failed, without an answer', () => {
  const error = { code: 40008, message: 'slow down' };
  assert.deepEqual(shown(after(asked, { type: 'failed', round: 'r1', error })), [
    ['user', 'Where?', 'failed'],
  ]);
});

test('a reply that breaks off keeps its text and fails', () => {
  const error = { code: 50000, message: 'broken' };
  const state = after(
    asked,
    accepted,
    { type: 'said', round: 'r1', text: 'In' },
    { type: 'failed', round: 'r1', error },
  );
  assert.deepEqual(shown(state), [
    ['user', 'Where?', 'ended'],
    ['assistant', 'In', 'failed'],
  ]);
});

test('a message to a person expects no reply of the agent', () => {
  const state = after(asked, { type: 'handed', round: 'r1', messageId: 'm1', status: 'waiting' });
  assert.deepEqual(shown(state), [['user', 'Where?', 'ended']]);
  assert.equal(state.status, 'waiting');
});

test('messages that are loaded again are shown once and keep their key', () => {
  const state = after(
    asked,
    accepted,
    { type: 'ended', round: 'r1', isStopped: false },
    {
      type: 'loaded',
      at: 'end',
      more: true,
      messages: [stored('user', 'm1'), stored('assistant', 'm1'), stored('human', 'm2')],
    },
  );
  assert.deepEqual(
    state.entries.map(({ key, text }) => [key, text]),
    [
      ['r1:question', 'user of m1'],
      ['r1:answer', 'assistant of m1'],
      ['human:human-m2', 'human of m2'],
    ],
  );
  assert.equal(state.hasOlder, false, 'a page at the end does not change whether there are older messages');
});

test('a running reply is not overwritten by its stored copy', () => {
  const state = after(
    asked,
    accepted,
    { type: 'said', round: 'r1', text: 'newer' },
    {
      type: 'loaded',
      at: 'end',
      more: false,
      messages: [
        stored('user', 'm0'),
        stored('user', 'm1', { text: 'Where?' }),
        stored('assistant', 'm1', { status: 'running', text: '' }),
      ],
    },
  );
  assert.deepEqual(
    state.entries.map(({ text }) => text),
    ['user of m0', 'Where?', 'newer'],
  );
});

test('a copy stored before the end does not overwrite an ended reply', () => {
  const state = after(
    asked,
    accepted,
    { type: 'said', round: 'r1', text: 'All of it' },
    { type: 'ended', round: 'r1', isStopped: false },
    {
      type: 'loaded',
      at: 'end',
      more: false,
      messages: [stored('assistant', 'm1', { status: 'running', text: 'All' })],
    },
  );
  assert.deepEqual(shown(state).at(-1), ['assistant', 'All of it', 'ended']);
});

test('older messages are inserted before the shown ones', () => {
  const state = after(
    { type: 'loaded', at: 'end', more: true, messages: [stored('user', 'm2')] },
    { type: 'loaded', at: 'start', more: false, messages: [stored('user', 'm1')] },
  );
  assert.deepEqual(
    shown(state).map(([, text]) => text),
    ['user of m1', 'user of m2'],
  );
  assert.equal(state.hasOlder, false);
});

test('a question sent while a conversation loads stays after its messages, and older ones are still offered', () => {
  const state = after({ type: 'opened', conversationId: 'c1', status: 'agent' }, asked, {
    type: 'loaded',
    at: 'end',
    more: true,
    messages: [stored('user', 'm0')],
  });
  assert.deepEqual(
    shown(state).map(([, text]) => text),
    ['user of m0', 'Where?', ''],
  );
  assert.equal(state.hasOlder, true);
});

test('a round started elsewhere is shown again from its start, at its position', () => {
  const state = after(
    {
      type: 'loaded',
      at: 'end',
      more: false,
      messages: [stored('user', 'm1'), stored('assistant', 'm1', { status: 'running', text: 'Half' })],
    },
    { type: 'followed', round: 'r9', messageId: 'm1', nowMs: 5 },
    { type: 'said', round: 'r9', text: 'Half and whole' },
  );
  assert.deepEqual(shown(state), [
    ['user', 'user of m1', 'ended'],
    ['assistant', 'Half and whole', 'running'],
  ]);
});

test('a message of a person is shown once, however often it arrives', () => {
  const arrived: Change = {
    type: 'arrived',
    entry: { role: 'human', id: 'm7', text: 'Hello', createTimeMs: 1 },
  };
  const state = after(arrived, arrived, {
    type: 'loaded',
    at: 'end',
    more: false,
    messages: [stored('human', 'm7')],
  });
  assert.equal(state.entries.length, 1);
});

test('if the service uses another conversation, only the new round stays', () => {
  const state = after(
    { type: 'opened', conversationId: 'c1', status: 'agent' },
    { type: 'loaded', at: 'end', more: true, messages: [stored('user', 'm0')] },
    asked,
    { type: 'belongs', round: 'r1', conversationId: 'c2' },
  );
  assert.deepEqual(
    shown(state).map(([, text]) => text),
    ['Where?', ''],
  );
  assert.equal(state.hasOlder, false);
});

test('opening another conversation removes all entries', () => {
  const state = after(asked, accepted, { type: 'opened', conversationId: null, status: 'agent' });
  assert.deepEqual(state, noConversation);
});

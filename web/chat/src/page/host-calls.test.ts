import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { LiveEvent } from '../service/wire.ts';
import { apply, type ChatState, firstState, patch } from '../state/chat-state.ts';
import { createStore } from '../state/store.ts';
import { createHostCalls } from './host-calls.ts';

const ready: ChatState = { ...firstState, user: 1, phase: 'ready' };

/** A chat whose service accepts messages when the test says so. */
const createFakeChat = (state: ChatState = ready) => {
  const store = createStore<ChatState>(state);
  const told: Record<string, unknown>[] = [];
  const sent: string[] = [];
  let started = 0;
  const calls = createHostCalls(
    {
      store,
      send: async ({ text }) => {
        const round = `round-${sent.push(text)}`;
        apply(store, { type: 'asked', round, text, files: [], nowMs: 0 });
        return true;
      },
      startConversation: async () => {
        started += 1;
        apply(store, { type: 'opened', conversationId: `new-${started}`, status: 'agent' });
        apply(store, { type: 'loaded', messages: [], more: false, at: 'end' });
        return true;
      },
    },
    { tell: (type, more = {}) => void told.push({ type, ...more }) },
  );
  let calledOften = 0;
  return {
    store,
    told,
    sent,
    started: () => started,
    call: (name: string, text?: unknown, user = store.get().user): number => {
      calledOften += 1;
      void calls.answer({ id: calledOften, name, text }, user);
      return calledOften;
    },
    accept: (number: number): void =>
      apply(store, { type: 'accepted', round: `round-${number}`, messageId: `m${number}`, answerId: null }),
    end: (number: number): void =>
      apply(store, { type: 'ended', round: `round-${number}`, isStopped: false }),
    result: (id: number) => {
      const { value, error } = told.find((one) => one.type === 'result' && one.id === id) ?? {};
      return value ?? error;
    },
  };
};

test('a message is sent when the session has started and the conversation is loaded', async () => {
  const chat = createFakeChat({ ...firstState, user: 1 });
  const id = chat.call('send', '  Hello  ');
  await turn();
  assert.deepEqual(chat.sent, []);
  patch(chat.store, { phase: 'ready' });
  apply(chat.store, { type: 'opened', conversationId: 'c1', status: 'agent' });
  await turn();
  assert.deepEqual(chat.sent, [], 'the messages are still loading');
  apply(chat.store, { type: 'loaded', messages: [], more: false, at: 'end' });
  await turn();
  assert.deepEqual(chat.sent, ['Hello']);
  assert.equal(chat.result(id), undefined);
  chat.accept(1);
  await turn();
  assert.deepEqual(chat.result(id), { message_id: 'm1', conversation_id: 'c1' });
});

test('messages wait for the end of a reply and are sent in order', async () => {
  const chat = createFakeChat();
  const ids = [chat.call('send', 'one'), chat.call('send', 'two'), chat.call('send', 'three')];
  await turn();
  chat.accept(1);
  await turn();
  assert.deepEqual(chat.sent, ['one'], 'the reply to the first message is running');
  chat.end(1);
  await turn();
  assert.deepEqual(chat.sent, ['one', 'two']);
  chat.accept(2);
  chat.end(2);
  await turn();
  chat.accept(3);
  await turn();
  assert.deepEqual(
    ids.map((id) => (chat.result(id) as { message_id: string }).message_id),
    ['m1', 'm2', 'm3'],
  );
});

test('at most ten calls wait', async () => {
  const chat = createFakeChat();
  const ids = Array.from({ length: 11 }, (_, index) => chat.call('send', `text ${index}`));
  await turn();
  assert.deepEqual(chat.result(ids[10]!), { code: 'busy', message: 'At most 10 calls can wait' });
  assert.equal(chat.result(ids[9]!), undefined);
  chat.accept(1);
  await turn();
  const next = chat.call('send', 'later');
  await turn();
  assert.equal(chat.result(next), undefined, 'there is room again');
});

test('texts that are empty, too long or no texts are refused, and so are unknown calls', async () => {
  const chat = createFakeChat();
  for (const [text, message] of [
    ['', 'text: must not be empty'],
    [' \n', 'text: must not be empty'],
    [undefined, 'text: must not be empty'],
    [{ toString: 'x' }, 'text: must not be empty'],
    ['x'.repeat(10_001), 'text: at most 10000 characters, not 10001'],
  ] as const) {
    const id = chat.call('send', text);
    await turn();
    assert.deepEqual(chat.result(id), { code: 'invalid', message });
  }
  const unknown = chat.call('constructor');
  await turn();
  assert.deepEqual(chat.result(unknown), { code: 'invalid', message: 'name: there is no such call' });
  assert.deepEqual(chat.sent, []);
  chat.call('send', 'x'.repeat(10_000));
  await turn();
  assert.equal(chat.sent.length, 1);
});

test('a message is cancelled when the user or the conversation changes before it is sent', async () => {
  const chat = createFakeChat();
  apply(chat.store, { type: 'opened', conversationId: 'c1', status: 'agent' });
  apply(chat.store, { type: 'loaded', messages: [], more: false, at: 'end' });
  chat.call('send', 'one');
  await turn();
  chat.accept(1);
  const second = chat.call('send', 'two');
  await turn();
  apply(chat.store, { type: 'opened', conversationId: 'c2', status: 'agent' });
  await turn();
  assert.deepEqual(chat.result(second), {
    code: 'cancelled',
    message: 'The user has opened another conversation',
  });
  const third = chat.call('send', 'three');
  await turn();
  chat.store.set({ ...firstState, user: 2 });
  await turn();
  assert.deepEqual(chat.result(third), { code: 'cancelled', message: 'The user has changed' });
  const late = chat.call('send', 'four', 1);
  await turn();
  assert.deepEqual(chat.result(late), { code: 'cancelled', message: 'The user has changed' });
  assert.deepEqual(chat.sent, ['one']);
});

test('a refused user, a refused message and the form for a left message are errors', async () => {
  const problem = { code: 40127, message: 'user_hash: does not match' };
  const refused = createFakeChat({ ...ready, phase: 'refused', problem });
  const first = refused.call('send', 'Hello');
  await turn();
  assert.deepEqual(refused.result(first), { code: 'refused', message: 'user_hash: does not match' });

  const limited = createFakeChat();
  const second = limited.call('send', 'Hello');
  await turn();
  const error = { code: 42900, message: 'Too many messages' };
  apply(limited.store, { type: 'failed', round: 'round-1', error });
  await turn();
  assert.deepEqual(limited.result(second), { code: 'refused', message: 'Too many messages' });

  const away = createFakeChat();
  apply(away.store, { type: 'status', status: 'message' });
  const third = away.call('send', 'Hello');
  await turn();
  assert.equal((away.result(third) as { code: string }).code, 'unavailable');
  assert.deepEqual(away.sent, []);
});

test('a message goes to the person who answers', async () => {
  const chat = createFakeChat();
  apply(chat.store, { type: 'opened', conversationId: 'c1', status: 'human' });
  apply(chat.store, { type: 'loaded', messages: [], more: false, at: 'end' });
  const id = chat.call('send', 'Thank you');
  await turn();
  apply(chat.store, { type: 'handed', round: 'round-1', messageId: 'm1', status: 'human' });
  await turn();
  assert.deepEqual(chat.result(id), { message_id: 'm1', conversation_id: 'c1' });
});

test('a new conversation is started unless the current one is empty, before a message that follows', async () => {
  const chat = createFakeChat();
  const empty = chat.call('newConversation');
  await turn();
  assert.deepEqual([chat.result(empty), chat.started()], [{ conversation_id: null }, 0]);
  chat.call('send', 'one');
  await turn();
  chat.accept(1);
  chat.end(1);
  const created = chat.call('newConversation');
  const message = chat.call('send', 'two');
  await turn();
  assert.deepEqual(chat.result(created), { conversation_id: 'new-1' });
  chat.accept(2);
  await turn();
  assert.deepEqual(chat.result(message), { message_id: 'm2', conversation_id: 'new-1' });
});

test('each change of who answers is reported once, with the person, after watch was called', async () => {
  const chat = createFakeChat();
  const events = () =>
    chat.told.filter(({ type }) => type === 'handoff').map(({ state, person }) => [state, person]);
  const status = (next: 'waiting' | 'human' | 'agent', name?: string) => {
    apply(chat.store, { type: 'status', status: next });
    const person = name === undefined ? {} : { person: { name, picture: null } };
    patch(chat.store, { live: { type: 'status', status: next, ...person } as LiveEvent });
  };
  apply(chat.store, { type: 'opened', conversationId: 'c1', status: 'agent' });
  for (let often = 0; often < 2; often += 1) chat.call('watch');
  await turn();
  assert.deepEqual(events(), []);
  status('waiting');
  await turn();
  status('waiting', 'Anna');
  status('waiting', 'Anna');
  await turn();
  status('human', 'Anna');
  await turn();
  status('agent');
  await turn();
  const expected = [
    ['waiting', null],
    ['waiting', 'Anna'],
    ['human', 'Anna'],
    ['agent', null],
  ];
  assert.deepEqual(events(), expected);
  status('waiting');
  await turn();
  apply(chat.store, { type: 'opened', conversationId: 'c2', status: 'agent' });
  await turn();
  assert.deepEqual(events(), [...expected, ['waiting', null]], 'the session of c1 goes on');
});

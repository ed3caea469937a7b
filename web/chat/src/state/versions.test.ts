import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredMessage } from '../service/wire.ts';
import {
  type Change,
  type Conversation,
  canReplace,
  changeConversation,
  noConversation,
} from './conversation.ts';

const stored = (message_id: string, role: StoredMessage['role'], versions?: string[]): StoredMessage => ({
  id: `${role}-${message_id}`,
  message_id,
  answer_id: null,
  role,
  text: `${role} ${message_id}`,
  files: [],
  audio: [],
  citations: [],
  feedback: 'NONE',
  status: 'ended',
  create_time: 1,
  ...(versions ? { versions } : {}),
});

const roundsOf = (...ids: string[]): StoredMessage[] =>
  ids.flatMap((id) => [stored(id, 'user'), stored(id, 'assistant')]);

const loaded = (messages: StoredMessage[]): Change => ({ type: 'loaded', messages, more: false, at: 'end' });
const after = (...events: Change[]): Conversation => events.reduce(changeConversation, noConversation);
const idsOf = ({ viewing, entries }: Conversation) => (viewing ?? entries).map(({ messageId }) => messageId);

const replaced: Change = {
  type: 'replaced',
  round: 'r',
  replaces: 'm2',
  text: 'Better',
  messageId: 'm4',
  answerId: 'a4',
  nowMs: 1,
};

test('a new version replaces its message and everything after it', () => {
  const state = after(loaded(roundsOf('m1', 'm2', 'm3')), replaced);
  assert.deepEqual(idsOf(state), ['m1', 'm1', 'm4', 'm4']);
  const [question, answer] = state.entries.slice(2);
  assert.deepEqual([question?.text, question?.status, question?.versions], ['Better', 'ended', ['m2', 'm4']]);
  assert.deepEqual([answer?.status, answer?.versions], ['running', ['m2', 'm4']]);
});

test('a question that is answered again keeps its text, and further versions are added', () => {
  const again: Change = { ...replaced, text: undefined };
  const third: Change = { ...replaced, text: undefined, replaces: 'm4', messageId: 'm5', round: 'r2' };
  const { entries } = after(loaded(roundsOf('m1', 'm2')), again, third);
  assert.equal(entries[2]?.text, 'user m2');
  assert.deepEqual(entries[2]?.versions, ['m2', 'm4', 'm5']);
});

test('an earlier version is shown instead of the entries until the user goes back or writes', () => {
  const current = [
    ...roundsOf('m1'),
    stored('m4', 'user', ['m2', 'm4']),
    stored('m4', 'assistant', ['m2', 'm4']),
  ];
  const viewed: Change = { type: 'viewed', messageId: 'm4', messages: roundsOf('m2', 'm3') };
  const viewing = after(loaded(current), viewed);
  assert.deepEqual(idsOf(viewing), ['m1', 'm1', 'm2', 'm2', 'm3', 'm3']);
  assert.equal(canReplace(viewing, viewing.entries[0]!), false);
  const back = changeConversation(viewing, { type: 'viewed', messageId: null, messages: [] });
  assert.deepEqual(idsOf(back), ['m1', 'm1', 'm4', 'm4']);
  const asked: Change = { type: 'asked', round: 'x', text: 'Hello', files: [], nowMs: 1 };
  assert.equal(changeConversation(viewing, asked).viewing, null);
});

test('entries that another page replaced disappear, entries under way stay', () => {
  const state = after(
    loaded(roundsOf('m1', 'm2', 'm3')),
    { type: 'asked', round: 'x', text: 'Unsent', files: [], nowMs: 1 },
    loaded([...roundsOf('m1'), stored('m4', 'user', ['m2', 'm4']), stored('m4', 'assistant', ['m2', 'm4'])]),
  );
  assert.deepEqual(idsOf(state), ['m1', 'm1', 'm4', 'm4', null, null]);
});

test('a message can be replaced unless an answer is being written or a person has written since', () => {
  const state = after(loaded(roundsOf('m1', 'm2')));
  assert.equal(canReplace(state, state.entries[0]!), true);
  const asked: Change = { type: 'asked', round: 'x', text: 'Hello', files: [], nowMs: 1 };
  assert.equal(canReplace(changeConversation(state, asked), state.entries[0]!), false);
  const waiting = changeConversation(state, { type: 'status', status: 'waiting' });
  assert.equal(canReplace(waiting, state.entries[0]!), false);
  const withPerson = after(loaded([...roundsOf('m1'), stored('h', 'human'), ...roundsOf('m2')]));
  assert.equal(canReplace(withPerson, withPerson.entries[0]!), false);
  assert.equal(canReplace(withPerson, withPerson.entries.at(-1)!), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NotificationSettings } from '../../api/generated.ts';
import { createNotableChanges } from './notable-changes.ts';

const settings = {
  byMail: false,
  byBrowser: true,
  sound: false,
  events: ['waiting', 'assigned', 'mentioned', 'replied', 'missed'] as NotificationSettings['events'],
  agentIds: null,
};
const session = {
  id: 's',
  version: 1,
  status: 'open' as const,
  assignee: null as { id: string; name: string } | null,
  unread: 1,
  missed: null as 'not_taken' | null,
  agentId: 'a',
  mentionedIds: [] as string[],
};
const me = { id: 'me', name: 'Me' };

test('each change is reported once', () => {
  const { changesOf: changes } = createNotableChanges('me');
  const see = (change: object) => [...changes([{ ...session, ...change }] as never, settings)];
  assert.deepEqual(see({}), ['waiting']);
  assert.deepEqual(see({}), []);
  assert.deepEqual(see({ version: 2, unread: 2 }), []);
  assert.deepEqual(see({ version: 3, assignee: me }), ['assigned']);
  assert.deepEqual(see({ version: 4, assignee: me, unread: 3 }), ['replied']);
  assert.deepEqual(see({ version: 5, assignee: null }), ['waiting']);
  assert.deepEqual(see({ version: 6, assignee: { id: 'other', name: 'O' }, unread: 9 }), []);
  assert.deepEqual(see({ version: 6.1, mentionedIds: ['other'] }), ['waiting']);
  assert.deepEqual(see({ version: 6.2, mentionedIds: ['other', 'me'] }), ['mentioned']);
  assert.deepEqual(see({ version: 6.3, mentionedIds: ['me'] }), []);
  assert.deepEqual(see({ version: 7, status: 'closed', missed: 'not_taken' }), ['missed']);
  assert.deepEqual(see({ version: 8, status: 'closed', missed: 'not_taken' }), []);
});

test('a session that the operator takes is not reported, one that somebody assigns to them is', () => {
  const { know, changesOf } = createNotableChanges('me', (id) => id === 'taken');
  const given = { ...session, id: 'given' };
  const taken = { ...session, id: 'taken' };
  know([given, taken]);
  const see = (one: typeof session, change: object) => [...changesOf([{ ...one, ...change }], settings)];
  assert.deepEqual(see(taken, { version: 2, assignee: me }), []);
  assert.deepEqual(see(taken, { version: 3, assignee: me, unread: 2 }), ['replied']);
  assert.deepEqual(see(given, { version: 2, assignee: me }), ['assigned']);
});

test('other events and other agents are not reported', () => {
  const { changesOf: changes } = createNotableChanges('me');
  assert.deepEqual([...changes([session], { ...settings, events: ['missed'] })], []);
  assert.deepEqual([...changes([{ ...session, id: 't' }], { ...settings, agentIds: ['b'] })], []);
});

test('a session that was assigned before it was seen is reported, one that the operator already had is not', () => {
  const { know, changesOf } = createNotableChanges('me');
  know([{ ...session, assignee: me }]);
  assert.deepEqual([...changesOf([{ ...session, version: 2, assignee: me }], settings)], []);
  assert.deepEqual(
    [...changesOf([{ ...session, version: 3, assignee: me, unread: 2 }], settings)],
    ['replied'],
  );
  assert.deepEqual([...changesOf([{ ...session, id: 'new', assignee: me }], settings)], ['assigned']);
});

test('a left message is not reported as a waiting user, but its assignment is', () => {
  const { changesOf } = createNotableChanges('me');
  const left = { ...session, status: 'left_message' as const };
  assert.deepEqual([...changesOf([left], settings)], []);
  assert.deepEqual([...changesOf([{ ...left, version: 2, unread: 2 }], settings)], []);
  assert.deepEqual([...changesOf([{ ...left, version: 3, assignee: me }], settings)], ['assigned']);
  assert.deepEqual([...changesOf([{ ...left, id: 'known before', assignee: me }], settings)], []);
});

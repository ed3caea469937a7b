import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownConversations } from './known-conversations.ts';
import type { Conversation } from './store.ts';

const conversation = (id: string, userId = 'ada'): Conversation => ({
  id,
  workspaceId: 'workspace',
  agentId: 'agent',
  userId,
  anonymousId: null,
  channel: 'API',
  subject: '',
  messageCount: 0,
  costNano: 0,
  recentChatAtMs: 0,
  summary: '',
  createdAtMs: 0,
  visitorId: null,
  isUserClaimed: false,
  title: '',
  hiddenAtMs: null,
});

test('of more conversations than it may keep, the least recently used ones are dropped', () => {
  const known = createKnownConversations(2);
  known.keep(conversation('first'));
  known.keep(conversation('second'));
  known.find('first');
  known.keep(conversation('third'));
  assert.deepEqual(
    ['first', 'second', 'third'].filter((id) => known.find(id)),
    ['first', 'third'],
  );
});

test('a conversation that is kept again replaces its earlier state, and drops no other', () => {
  const known = createKnownConversations(2);
  known.keep(conversation('first'));
  known.keep(conversation('second'));
  known.keep(conversation('second', 'bob'));
  assert.equal(known.find('second')?.userId, 'bob');
  assert.equal(known.find('first')?.userId, 'ada');
  known.forget('second');
  assert.equal(known.find('second'), undefined);
});

test('only what a message needs is kept, not the summary of the conversation', () => {
  const known = createKnownConversations();
  known.keep({ ...conversation('first'), summary: 'A long text' });
  assert.deepEqual(Object.keys(known.find('first')!).sort(), [
    'agentId',
    'channel',
    'id',
    'isUserClaimed',
    'userId',
    'visitorId',
    'workspaceId',
  ]);
});

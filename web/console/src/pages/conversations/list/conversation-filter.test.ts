import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conversation } from '../../../api/generated.ts';
import { passesFilter, timesOf } from './conversation-filter.ts';

const noFilter = { channel: '', userId: '', from: '', until: '' };

const conversation = (part: Partial<Conversation>): Conversation => ({
  id: 'c',
  agentId: 'a',
  userId: 'ada',
  anonymousId: null,
  operator: null,
  channel: 'API',
  subject: 'Hello',
  rounds: 1,
  credits: '0',
  createdAt: new Date(2026, 9, 31).toISOString(),
  recentChatAt: new Date(2026, 10, 2, 12).toISOString(),
  deletedByUserAt: null,
  ...part,
});

test('the last day is included to its end, in the time zone of the operator', () => {
  assert.deepEqual(timesOf({ from: '2026-10-31', until: '2026-10-31' }), {
    from: new Date(2026, 9, 31).getTime(),
    before: new Date(2026, 10, 1).getTime(),
  });
  assert.deepEqual(timesOf({ from: '', until: '' }), {});
  assert.deepEqual(
    timesOf({ from: 'yesterday', until: '2026-1-1' }),
    {},
    'invalid days in the address are ignored',
  );
});

test('search results are also filtered by channel, user and days', () => {
  const passes = (filter: Partial<typeof noFilter>, part: Partial<Conversation> = {}): boolean =>
    passesFilter(conversation(part), { ...noFilter, ...filter });
  assert.ok(passes({}));
  assert.ok(passes({ channel: 'API', userId: 'ada', from: '2026-11-02', until: '2026-11-02' }));
  assert.ok(!passes({ channel: 'WIDGET' }));
  assert.ok(!passes({ userId: 'ad' }), 'a user matches by the whole id');
  assert.ok(!passes({ from: '2026-11-03' }));
  assert.ok(!passes({ until: '2026-11-01' }));
  const midnight = new Date(2026, 10, 2).toISOString();
  assert.ok(passes({ from: '2026-11-02' }, { recentChatAt: midnight }));
  assert.ok(!passes({ until: '2026-11-01' }, { recentChatAt: midnight }));
});

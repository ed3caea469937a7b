import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxSession } from '../../api/generated.ts';
import { applyChange, type Queue, type SessionPage } from './queues.ts';

const sessionOf = (id: string, change: Partial<InboxSession> = {}): InboxSession =>
  ({
    id,
    agentId: 'one',
    status: 'open',
    assignee: null,
    createdAt: `2026-01-0${id}T00:00:00Z`,
    closedAt: null,
    snoozedUntil: null,
    missed: null,
    labelIds: [],
    mentionedIds: [],
    version: 1,
    ...change,
  }) as InboxSession;

const me = { id: 'me', name: 'Me' };
const pages: SessionPage[] = [
  { items: [sessionOf('1'), sessionOf('3')], nextCursor: 'next' },
  { items: [sessionOf('5')], nextCursor: null },
];

const idsAfter = (changed: InboxSession, queue: Queue = 'waiting', from = pages, agentId = ''): string[][] =>
  applyChange(from, changed, { queue, myId: 'me', agentId, labelId: '', isMissed: false }).map(({ items }) =>
    items.map(({ id }) => id),
  );

test('a changed session is added in order, replaced, or removed from its queue', () => {
  assert.deepEqual(idsAfter(sessionOf('2')), [['1', '2', '3'], ['5']]);
  assert.deepEqual(idsAfter(sessionOf('4')), [
    ['1', '3'],
    ['4', '5'],
  ]);
  assert.deepEqual(idsAfter(sessionOf('6')), [
    ['1', '3'],
    ['5', '6'],
  ]);
  assert.deepEqual(idsAfter(sessionOf('3', { version: 2, assignee: me })), [['1'], ['5']]);
  assert.deepEqual(idsAfter(sessionOf('3', { version: 2, assignee: me }), 'mine'), [['1', '3'], ['5']]);
  assert.deepEqual(idsAfter(sessionOf('3', { version: 2, status: 'closed' }), 'open'), [['1'], ['5']]);
  const snoozed = sessionOf('3', { version: 2, snoozedUntil: '2026-01-09T00:00:00Z' });
  assert.deepEqual(idsAfter(snoozed), [['1'], ['5']]);
  assert.deepEqual(idsAfter(snoozed, 'snoozed', [{ items: [], nextCursor: null }]), [['3']]);
  const left = sessionOf('3', { version: 2, status: 'left_message', assignee: me });
  for (const queue of ['waiting', 'mine', 'open'] as const)
    assert.deepEqual(idsAfter(left, queue), [['1'], ['5']], queue);
  assert.deepEqual(idsAfter(left, 'left_message', [{ items: [], nextCursor: null }]), [['3']]);
  assert.deepEqual(
    idsAfter({ ...left, status: 'closed', version: 3 }, 'left_message', [
      { items: [left], nextCursor: null },
    ]),
    [[]],
  );
  assert.deepEqual(idsAfter(sessionOf('2'), 'waiting', pages, 'other'), [['1', '3'], ['5']]);
});

test('a session of a page that is not loaded is not added, and an older version changes nothing', () => {
  const first = pages.slice(0, 1);
  assert.deepEqual(idsAfter(sessionOf('4'), 'waiting', first), [['1', '3']]);
  assert.deepEqual(idsAfter(sessionOf('3', { version: 2 }), 'waiting', first), [['1', '3']]);
  const known = [{ items: [sessionOf('1', { version: 5 })], nextCursor: null }];
  assert.deepEqual(idsAfter(sessionOf('1', { version: 4, assignee: me }), 'waiting', known), [['1']]);
});

test('closed sessions are listed newest first', () => {
  const closed = (id: string) => sessionOf(id, { status: 'closed', closedAt: `2026-02-0${id}T00:00:00Z` });
  const list = [{ items: [closed('3'), closed('1')], nextCursor: null }];
  assert.deepEqual(idsAfter(closed('2'), 'closed', list), [['3', '2', '1']]);
});

test('the filter of unanswered sessions adds only sessions without a reply', () => {
  const closed = (id: string, missed: InboxSession['missed']) =>
    sessionOf(id, { status: 'closed', closedAt: `2026-02-0${id}T00:00:00Z`, missed });
  const list = [{ items: [closed('1', 'no_reply')], nextCursor: null }];
  const filter = { queue: 'closed' as const, myId: 'me', agentId: '', labelId: '', isMissed: true };
  const idsWith = (changed: InboxSession): string[] =>
    applyChange(list, changed, filter).flatMap(({ items }) => items.map(({ id }) => id));
  assert.deepEqual(idsWith(closed('2', 'user_left')), ['2', '1']);
  assert.deepEqual(idsWith(closed('2', null)), ['1']);
});

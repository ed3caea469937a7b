import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyticsOfDay } from '../../api/generated.ts';
import { chartOf, daysOf, partLabels } from './measures.ts';

const day = (name: string, part: Partial<AnalyticsOfDay>): AnalyticsOfDay => ({
  day: name,
  conversations: 0,
  rounds: 0,
  failedRounds: 0,
  messagesToPeople: 0,
  resolvedShare: null,
  handoffShare: null,
  handoffs: {
    count: 0,
    answered: 0,
    open: 0,
    missed: { notTaken: 0, noReply: 0, userLeft: 0, unreachable: 0 },
  },
  satisfaction: { count: 0, average: null, stars: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 } },
  feedback: { good: 0, bad: 0 },
  quality: { unresolved: 0, partiallyResolved: 0, fullyResolved: 0 },
  credits: '0',
  creditsPerConversation: null,
  nothingFound: 0,
  toolCalls: 0,
  toolFailures: 0,
  users: { active: 0, new: 0, returning: 0 },
  latency: { firstTokenP50Ms: null, firstTokenP95Ms: null, totalP50Ms: null, totalP95Ms: null },
  waiting: { firstReplyP50Ms: null, firstReplyP95Ms: null },
  ...part,
});

const period = { from: '2026-02-27', to: '2026-03-01' };

test('a period has all its days, also across the end of a month', () => {
  assert.deepEqual(daysOf(period), ['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('conversations are divided into resolved, handed off and unresolved ones', () => {
  const figures = day('2026-02-28', { conversations: 7, resolvedShare: 0.5714, handoffShare: 0.2857 });
  assert.deepEqual(chartOf({ period, days: [figures] }, 'conversations'), {
    series: [
      { key: 'resolved', total: 4 },
      { key: 'handedOff', total: 2 },
      { key: 'unresolved', total: 1 },
    ],
    rows: [
      { day: '2026-02-27' },
      { day: '2026-02-28', resolved: 4, handedOff: 2, unresolved: 1 },
      { day: '2026-03-01' },
    ],
  });
});

test('days without a latency have no point, and parts without a value are left out', () => {
  const latency = { firstTokenP50Ms: null, firstTokenP95Ms: null, totalP50Ms: 1500, totalP95Ms: 4000 };
  assert.deepEqual(chartOf({ period, days: [day('2026-03-01', { latency })] }, 'latency'), {
    series: [
      { key: 'totalP50', total: 1.5 },
      { key: 'totalP95', total: 4 },
    ],
    rows: [{ day: '2026-02-27' }, { day: '2026-02-28' }, { day: '2026-03-01', totalP50: 1.5, totalP95: 4 }],
  });
  assert.ok('totalP95' in partLabels);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Usage } from '../../api/generated.ts';
import { sumUsage } from './sum-usage.ts';

const item = (part: Partial<Usage>): Usage => ({
  day: '2026-11-02',
  agentId: 'a',
  agentName: 'Shop',
  kind: 'chat',
  model: 'm',
  isTest: false,
  entries: 1,
  promptTokens: 10,
  completionTokens: 5,
  credits: '0.5',
  ...part,
});

const days = ['2026-11-01', '2026-11-02', '2026-11-03'];

test('amounts are added by day and group; days without usage are included', () => {
  const { series, rows } = sumUsage(
    [item({}), item({ entries: 2 }), item({ day: '2026-11-03', agentId: 'b', entries: 7 })],
    days,
    'rounds',
    'agent',
  );
  assert.deepEqual(series, [
    { key: 'b', total: 7 },
    { key: 'a', total: 3 },
  ]);
  assert.deepEqual(rows, [{ day: '2026-11-01' }, { day: '2026-11-02', a: 3 }, { day: '2026-11-03', b: 7 }]);
});

test('only chat counts as rounds; tokens and credits count for all kinds', () => {
  const indexing = item({ kind: 'knowledge_doc_indexing', entries: 9, credits: '0.25' });
  assert.deepEqual(sumUsage([indexing], days, 'rounds', 'kind').series, []);
  assert.deepEqual(sumUsage([indexing], days, 'credits', 'kind').series, [
    { key: 'knowledge_doc_indexing', total: 0.25 },
  ]);
  assert.deepEqual(sumUsage([item({}), indexing], days, 'tokens', 'model').series, [{ key: 'm', total: 30 }]);
});

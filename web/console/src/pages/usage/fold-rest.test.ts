import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRest, restKey } from './fold-rest.ts';
import type { UsageTable } from './sum-usage.ts';

const table: UsageTable = {
  series: [
    { key: 'a', total: 9 },
    { key: 'b', total: 4 },
    { key: 'c', total: 2 },
    { key: 'd', total: 1 },
  ],
  rows: [{ day: '2026-11-01', a: 9, c: 2 }, { day: '2026-11-02', b: 4, d: 1 }, { day: '2026-11-03' }],
};

test('groups up to the limit are not changed', () => {
  assert.deepEqual(foldRest(table, 4), table);
});

test('the smallest groups above the limit are merged, day by day', () => {
  assert.deepEqual(foldRest(table, 3), {
    series: [
      { key: 'a', total: 9 },
      { key: 'b', total: 4 },
      { key: restKey, total: 3 },
    ],
    rows: [
      { day: '2026-11-01', a: 9, [restKey]: 2 },
      { day: '2026-11-02', b: 4, [restKey]: 1 },
      { day: '2026-11-03' },
    ],
  });
});

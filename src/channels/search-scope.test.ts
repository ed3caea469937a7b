import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../agents/index.ts';
import { searchScope } from './search-scope.ts';

const scopeOf = (
  kind: Agent['kind'],
  chosen: string[] | null,
  knowledge: Partial<Agent['settings']['knowledge']> = {},
) =>
  searchScope({
    kind,
    settings: {
      knowledge: { groupIds: null, dataIds: null, filter: null, ...knowledge },
      channels: { search: { groupIds: chosen } },
    } as Agent['settings'],
  });

test('without a choice the results are what the agent may cite', () => {
  assert.deepEqual(scopeOf('simple', null), { filter: undefined, groupIds: undefined, dataIds: undefined });
  assert.deepEqual(scopeOf('simple', null, { groupIds: ['a'], dataIds: ['d'] }), {
    filter: undefined,
    groupIds: ['a'],
    dataIds: ['d'],
  });
  const filter = { tags: ['public'] };
  assert.deepEqual(scopeOf('simple', null, { filter }).filter, filter);
});

test('a choice narrows it, and cannot add what the agent may not cite', () => {
  assert.deepEqual(scopeOf('simple', ['a', 'b']).groupIds, ['a', 'b']);
  assert.deepEqual(scopeOf('simple', ['a', 'b'], { groupIds: ['b'] }).groupIds, ['b']);
  assert.deepEqual(scopeOf('simple', ['a'], { dataIds: ['d'] }), { filter: undefined, groupIds: [] });
  assert.deepEqual(scopeOf('simple', []).groupIds, []);
  assert.deepEqual(scopeOf('simple', ['a'], { filter: { tags: ['public'] } }).filter, { tags: ['public'] });
});

test('a flow has no results until knowledge bases are chosen', () => {
  assert.deepEqual(scopeOf('flow', null).groupIds, []);
  assert.deepEqual(scopeOf('flow', ['a']).groupIds, ['a']);
});

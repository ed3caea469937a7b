import assert from 'node:assert/strict';
import { test } from 'node:test';
import { path, withQuery } from './path.ts';

test('what stands in an address stays one segment of the path', () => {
  assert.equal(path`/workspaces/${'a/../b?c'}/agents/${7}`, '/workspaces/a%2F..%2Fb%3Fc/agents/7');
  assert.equal(path`/session`, '/session');
});

test('a filter that is not given does not go into the query', () => {
  assert.equal(withQuery('/audit', { page: 2, actor: '', action: undefined, before: null }), '/audit?page=2');
  assert.equal(withQuery('/audit', {}), '/audit');
  assert.equal(withQuery('/a', { ids: ['x', 'y z'], on: false }), '/a?ids=x&ids=y+z&on=false');
});

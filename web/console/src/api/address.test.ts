import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, at, withQuery } from './address.ts';

const workspace = address('/workspaces/{workspaceId}', { workspaceId: 'w' });

test('a parameter is always one path segment', () => {
  const agent = at(workspace, '/agents/{agentId}', { agentId: 'a/../b?c' });
  assert.equal(agent, '/workspaces/w/agents/a%2F..%2Fb%3Fc');
  assert.equal(at(agent, '/keys/{keyId}/rotate', { keyId: 'k' }), `${agent}/keys/k/rotate`);
  assert.equal(at(agent, '/documents'), `${agent}/documents`);
  for (const agentId of ['.', '..'])
    assert.equal(at(workspace, '/agents/{agentId}', { agentId }), '/workspaces/w/agents/-');
});

test('empty filters are left out of the query', () => {
  assert.equal(withQuery('/audit', { page: 2, actor: '', action: undefined, before: null }), '/audit?page=2');
  assert.equal(withQuery('/audit', {}), '/audit');
  assert.equal(withQuery('/a', { ids: ['x', 'y z'], on: false }), '/a?ids=x&ids=y+z&on=false');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, at } from './address.ts';
import { createClient } from './client.ts';
import type { Agent, KnowledgeDocument } from './generated.ts';

const api = createClient({ onSignedOut: () => {}, onUnmetRequirement: () => {} });
const workspace = address('/workspaces/{workspaceId}', { workspaceId: 'w' });
const agent = at(workspace, '/agents/{agentId}', { agentId: 'a' });

/** Never called: the compiler checks it with `npm run check`, where an unused `@ts-expect-error` is an error. */
export const typedCalls = async (): Promise<void> => {
  const read: Agent = await api.get(agent);
  const { items } = await api.get(at(agent, '/documents'), { query: { status: 'FAILED', page: 2 } });
  const documents: KnowledgeDocument[] = items;
  await api.post(at(agent, '/keys'), { name: read.name + documents.length });
  await api.get('/session');

  // @ts-expect-error: an agent has no nickname.
  read.nickname;
  // @ts-expect-error: this route does not exist.
  await api.get(at(agent, '/documentz'));
  // @ts-expect-error: a path parameter is missing.
  at(agent, '/documents/{documentId}');
  // @ts-expect-error: this path belongs to no route.
  await api.get(`${agent}/documents`);
  // @ts-expect-error: a session cannot be patched.
  await api.patch('/session', {});
  // @ts-expect-error: this document status does not exist.
  await api.get(at(agent, '/documents'), { query: { status: 'LOST' } });
  // @ts-expect-error: the list does not have this filter.
  await api.get(at(agent, '/documents'), { query: { colour: 'red' } });
  // @ts-expect-error: a key needs a name.
  await api.post(at(agent, '/keys'), {});
};

test('a call sends its path and query and returns the body of the response', async (context) => {
  const fetched: string[] = [];
  context.mock.method(globalThis, 'fetch', async (url: string) => {
    fetched.push(url);
    return Response.json({ items: [], total: 0, page: 1, pageSize: 20 });
  });
  const { total } = await api.get(at(agent, '/documents'), { query: { status: '', name: 'tea' } });
  assert.equal(total, 0);
  assert.deepEqual(fetched, ['/console/api/workspaces/w/agents/a/documents?name=tea']);
});

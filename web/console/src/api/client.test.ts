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

  // @ts-expect-error: no agent has a nickname.
  read.nickname;
  // @ts-expect-error: there is no such route.
  await api.get(at(agent, '/documentz'));
  // @ts-expect-error: a parameter of the path is missing.
  at(agent, '/documents/{documentId}');
  // @ts-expect-error: a path that belongs to no route.
  await api.get(`${agent}/documents`);
  // @ts-expect-error: a session is not patched.
  await api.patch('/session', {});
  // @ts-expect-error: no document has this status.
  await api.get(at(agent, '/documents'), { query: { status: 'LOST' } });
  // @ts-expect-error: the list has no such filter.
  await api.get(at(agent, '/documents'), { query: { colour: 'red' } });
  // @ts-expect-error: a key needs a name.
  await api.post(at(agent, '/keys'), {});
};

test('a call goes to its address with its query, and its answer is what the service says', async (context) => {
  const fetched: string[] = [];
  context.mock.method(globalThis, 'fetch', async (url: string) => {
    fetched.push(url);
    return Response.json({ items: [], total: 0, page: 1, pageSize: 20 });
  });
  const { total } = await api.get(at(agent, '/documents'), { query: { status: '', name: 'tea' } });
  assert.equal(total, 0);
  assert.deepEqual(fetched, ['/console/api/workspaces/w/agents/a/documents?name=tea']);
});

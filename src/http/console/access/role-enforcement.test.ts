import assert from 'node:assert/strict';
import { type Call, createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

forEachDatabase('each role may do what the table says, whatever the console shows', async (db) => {
  const { asNew, asToken, workspace } = await createTestConsole(db);
  const base = `/workspaces/${workspace.id}`;
  const agent = await asToken('POST', `${base}/agents`, { name: 'Shop' });
  const agentPath = `${base}/agents/${agent.body.id}`;
  const people: Record<string, Call> = {
    viewer: await asNew('viewer'),
    editor: await asNew('editor'),
    owner: await asNew('owner'),
  };
  const attempts: [who: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown][] = [
    ['viewer', 'GET', base],
    ['viewer', 'GET', `${base}/agents`],
    ['viewer', 'GET', agentPath],
    ['viewer', 'GET', `${agentPath}/keys`],
    ['viewer', 'GET', `${base}/credits`],
    ['editor', 'POST', `${base}/agents`, { name: 'New' }],
    ['editor', 'POST', `${agentPath}/duplicate`, { name: 'Copy' }],
    ['owner', 'GET', `${base}/operators`],
    ['owner', 'POST', `${agentPath}/keys`, { name: 'Key' }],
    ['owner', 'PATCH', base, { name: 'Default' }],
    ['owner', 'PUT', `${base}/credits`, { balance: '1' }],
    ['owner', 'POST', `${base}/credits/top-ups`, { amount: '1' }],
  ];
  const order = ['viewer', 'editor', 'owner'];
  for (const [least, method, path, body] of attempts)
    for (const who of order) {
      const { status, body: answer } = await people[who]!(method, path, body);
      const allowed = order.indexOf(who) >= order.indexOf(least);
      assert.equal(status < 300, allowed, `${who} ${method} ${path} answered ${status}`);
      if (!allowed) assert.deepEqual([status, answer.code], [403, 40127]);
    }
});

forEachDatabase('a workspace one does not belong to, and whatever is in it, is unknown', async (db) => {
  const { asNew, asToken, workspace } = await createTestConsole(db);
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  const theirs = (await asToken('POST', `/workspaces/${other}/agents`, { name: 'Theirs' })).body.id;
  const key = (await asToken('POST', `/workspaces/${other}/agents/${theirs}/keys`, { name: 'k' })).body;
  const owner = await asNew('owner');

  const unknown = [
    await owner('GET', `/workspaces/${other}`),
    await owner('GET', `/workspaces/${other}/agents`),
    await owner('PUT', `/workspaces/${other}/credits`, { balance: null }),
    // Through one's own workspace the ids of another lead nowhere either.
    await owner('GET', `/workspaces/${workspace.id}/agents/${theirs}`),
    await owner('PATCH', `/workspaces/${workspace.id}/agents/${theirs}`, { version: 1, name: 'Mine' }),
    await owner('DELETE', `/workspaces/${workspace.id}/agents/${theirs}`),
    await owner('POST', `/workspaces/${workspace.id}/agents/${theirs}/duplicate`, { name: 'Mine' }),
    await owner('POST', `/workspaces/${workspace.id}/agents/${theirs}/keys`, { name: 'Mine' }),
    await owner('DELETE', `/workspaces/${workspace.id}/agents/${theirs}/keys/${key.id}`),
    await owner('GET', `/audit?workspaceId=${other}`),
    await asToken('GET', '/workspaces/000000000000000000000000'),
  ];
  assert.deepEqual(
    unknown.map(({ status, body }) => [status, body.code]),
    unknown.map(() => [404, 40000]),
  );
  const visible = await owner('GET', '/workspaces');
  assert.deepEqual(
    visible.body.items.map(({ id }: { id: string }) => id),
    [workspace.id],
  );
  const audit = await owner('GET', '/audit?pageSize=100');
  assert.ok(audit.body.items.every((entry: { workspaceId: string }) => entry.workspaceId !== other));
});

forEachDatabase('a key of one agent is not revoked through another agent of the workspace', async (db) => {
  const { asToken, workspace, apiKeys } = await createTestConsole(db);
  const agents = `/workspaces/${workspace.id}/agents`;
  const [first, second] = [
    (await asToken('POST', agents, { name: 'One' })).body.id,
    (await asToken('POST', agents, { name: 'Two' })).body.id,
  ];
  const { body } = await asToken('POST', `${agents}/${first}/keys`, { name: 'k' });
  assert.equal((await asToken('DELETE', `${agents}/${second}/keys/${body.id}`)).status, 404);
  assert.ok(await apiKeys.authenticate(body.key));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase, openTestDatabase } from '../../../../test/support/databases/databases.ts';
import { type OperatorRole, type Permission, roleAllows } from '../../../accounts/index.ts';
import type { Route } from '../../route.ts';
import { createConsoleRoutes } from '../console-routes.ts';

forEachDatabase('each role may do exactly what the permission table allows', async (db) => {
  const { asNew, asToken, workspace } = await createTestConsole(db);
  const base = `/workspaces/${workspace.id}`;
  const agent = await asToken('POST', `${base}/agents`, { name: 'Shop' });
  const agentPath = `${base}/agents/${agent.body.id}`;
  const people: Record<string, Call> = {
    support: await asNew('support'),
    viewer: await asNew('viewer'),
    editor: await asNew('editor'),
    owner: await asNew('owner'),
  };
  const attempts: [who: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown][] = [
    ['support', 'GET', base],
    ['support', 'GET', `${base}/agents`],
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
    for (const who of ['support', ...order]) {
      const { status, body: answer } = await people[who]!(method, path, body);
      const allowed =
        least === 'support' || (who !== 'support' && order.indexOf(who) >= order.indexOf(least));
      assert.equal(status < 300, allowed, `${who} ${method} ${path} answered ${status}`);
      if (!allowed) assert.deepEqual([status, answer.code], [403, 40127]);
    }
});

forEachDatabase('a workspace of others and everything in it is not found', async (db) => {
  const { asNew, asToken, workspace } = await createTestConsole(db);
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  const theirs = (await asToken('POST', `/workspaces/${other}/agents`, { name: 'Theirs' })).body.id;
  const key = (await asToken('POST', `/workspaces/${other}/agents/${theirs}/keys`, { name: 'k' })).body;
  const owner = await asNew('owner');

  const unknown = [
    await owner('GET', `/workspaces/${other}`),
    await owner('GET', `/workspaces/${other}/agents`),
    await owner('PUT', `/workspaces/${other}/credits`, { balance: null }),
    // IDs of another workspace are not found through the own workspace either.
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

forEachDatabase('an API key cannot be revoked through the path of another agent', async (db) => {
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

/** Everything in a workspace that the role `support` may call. */
const routesOfSupport: string[] = [
  'DELETE /conversation-views/own/:viewId',
  'DELETE /inbox/sessions/:sessionId/labels/:labelId',
  'DELETE /inbox/sessions/:sessionId/notes/:noteId',
  'DELETE /inbox/sessions/:sessionId/snooze',
  'GET ',
  'GET /agents',
  'GET /agents/:agentId/conversations',
  'GET /agents/:agentId/conversations/:conversationId',
  'GET /agents/:agentId/conversations/:conversationId/messages',
  'GET /agents/:agentId/conversations/search',
  'GET /agents/:agentId/corrections',
  'GET /agents/:agentId/corrections/export',
  'GET /agents/:agentId/documents',
  'GET /agents/:agentId/documents/:documentId',
  'GET /agents/:agentId/documents/:documentId/chunks',
  'GET /agents/:agentId/documents/:documentId/file',
  'GET /agents/:agentId/documents/:documentId/qa',
  'GET /agents/:agentId/documents/events',
  'GET /agents/:agentId/knowledge-bases',
  'GET /agents/:agentId/memories',
  'GET /agents/:agentId/rounds',
  'GET /agents/:agentId/rounds/:roundId',
  'GET /agents/:agentId/source-folders',
  'GET /agents/:agentId/sources',
  'GET /agents/:agentId/sources/:sourceId',
  'GET /agents/:agentId/sources/:sourceId/runs',
  'GET /agents/:agentId/sources/:sourceId/runs/:runId',
  'GET /agents/:agentId/sources/:sourceId/runs/:runId/pages',
  'GET /agents/:agentId/unanswered',
  'GET /agents/:agentId/unanswered/:topicId',
  'GET /agents/:agentId/user',
  'GET /agents/:agentId/users',
  'GET /analytics/tool-names',
  'GET /conversation-views',
  'GET /conversations/search',
  'GET /handoffs',
  'GET /handoffs/events',
  'GET /handoffs/open',
  'GET /inbox/canned-replies',
  'GET /inbox/events',
  'GET /inbox/labels',
  'GET /inbox/operators',
  'GET /inbox/presence',
  'GET /inbox/sessions',
  'GET /inbox/sessions/:sessionId',
  'GET /inbox/sessions/:sessionId/assistance',
  'GET /inbox/sessions/:sessionId/canned-replies/:replyId',
  'GET /inbox/sessions/:sessionId/notes',
  'GET /notifications',
  'GET /rerankers',
  'GET /sign-in-requirement',
  'PATCH /conversation-views/own/:viewId',
  'PATCH /inbox/sessions/:sessionId/notes/:noteId',
  'POST /agents/:agentId/corrections/match',
  'POST /agents/:agentId/retrieval-test',
  'POST /conversation-views/own',
  'POST /inbox/sessions/:sessionId/close',
  'POST /inbox/sessions/:sessionId/hand-back',
  'POST /inbox/sessions/:sessionId/notes',
  'POST /inbox/sessions/:sessionId/read',
  'POST /inbox/sessions/:sessionId/replies',
  'POST /inbox/sessions/:sessionId/suggestion',
  'POST /inbox/sessions/:sessionId/summary',
  'POST /inbox/sessions/:sessionId/take',
  'POST /inbox/sessions/:sessionId/translation',
  'POST /inbox/sessions/:sessionId/typing',
  'PUT /inbox/presence',
  'PUT /inbox/sessions/:sessionId/assignee',
  'PUT /inbox/sessions/:sessionId/labels/:labelId',
  'PUT /inbox/sessions/:sessionId/mentions/seen',
  'PUT /inbox/sessions/:sessionId/snooze',
  'PUT /notifications',
];

/** Replaces modules that are never called, because every call of this test is rejected before. */
const uncalled: unknown = new Proxy(() => uncalled, { get: () => uncalled });
const withUncalledDependencies = <Deps extends object>(deps: Deps): Deps =>
  new Proxy(deps, { get: (known, name) => (name in known ? known[name as keyof Deps] : uncalled) });

test('every declared route rejects callers without its permission', async () => {
  const { db, release } = await openTestDatabase();
  let routes: Route[] = [];
  const { asNew, asToken, call, workspace } = await createTestConsole(db, {
    createRoutes: (deps) => {
      routes = createConsoleRoutes(
        withUncalledDependencies(deps) as Parameters<typeof createConsoleRoutes>[0],
      );
      return routes;
    },
  });
  const { id: otherId } = (await asToken('POST', '/workspaces', { name: 'Other' })).body;
  const outsider = await asNew('owner', otherId, 'outsider@example.com');
  const roles: OperatorRole[] = ['support', 'viewer', 'editor', 'owner'];
  const people = new Map<OperatorRole, Call>();
  for (const role of roles) people.set(role, await asNew(role));

  assert.ok(routes.length > 150);
  for (const { method, url, permission } of routes) {
    if (permission === 'anyone') continue;
    const path = url.replace(':workspaceId', workspace.id).replaceAll(/:\w+/g, '0'.repeat(24));
    assert.equal((await call(method, path)).status, 401, `signed out, ${method} ${url}`);
    if (permission === 'signed-in') continue;
    assert.equal((await outsider(method, path)).status, 404, `another workspace, ${method} ${url}`);
    for (const [role, callAs] of people)
      if (!roleAllows(role, permission as Permission))
        assert.equal((await callAs(method, path)).status, 403, `${role}, ${method} ${url}`);
  }
  const ofWorkspace = routes.filter(
    ({ permission }) => permission !== 'anyone' && permission !== 'signed-in',
  );
  assert.deepEqual(
    ofWorkspace
      .filter(({ permission }) => roleAllows('support', permission as Permission))
      .map(({ method, url }) => `${method} ${url.replace('/workspaces/:workspaceId', '')}`)
      .toSorted(),
    routesOfSupport,
    'a new route is either added to the list or closed to the role support',
  );
  await release();
});

import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

forEachDatabase('a token acts with its role in its workspace until it is revoked', async (db) => {
  const { asNew, asToken, call, workspace } = await createTestConsole(db);
  const owner = await asNew('owner');
  const base = `/workspaces/${workspace.id}`;
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  const created = await owner('POST', `${base}/tokens`, { name: 'CI', role: 'editor' });
  assert.equal(created.status, 201);
  const { id, token } = created.body;
  const asCi = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(method, path, body, bearer(token));

  assert.equal((await asCi('POST', `${base}/agents`, { name: 'A' })).status, 201);
  assert.equal((await asCi('POST', `${base}/tokens`, { name: 'More', role: 'owner' })).status, 403);
  assert.equal((await asCi('GET', `/workspaces/${other}`)).status, 404);
  assert.equal((await asCi('POST', '/workspaces', { name: 'Mine' })).status, 403);
  assert.equal((await asCi('GET', '/tokens')).status, 403);
  assert.deepEqual(
    (await asCi('GET', '/workspaces')).body.items.map((one: { id: string; role: string }) => [
      one.id,
      one.role,
    ]),
    [[workspace.id, 'editor']],
  );
  assert.equal((await asCi('GET', `/audit?workspaceId=${other}`)).status, 404);
  const session = await call('POST', '/session', { token });
  assert.deepEqual(
    session.body.session.workspaces.map((one: { id: string }) => one.id),
    [workspace.id],
  );

  const [listed] = (await owner('GET', `${base}/tokens`)).body.items;
  assert.ok(!JSON.stringify(listed).includes(token));
  assert.equal(listed.createdBy, 'owner@example.com');
  assert.ok(listed.lastUsedAt);
  assert.equal((await owner('DELETE', `${base}/tokens/${id}`)).status, 204);
  assert.equal((await asCi('GET', base)).status, 401);
  const after = await call('GET', '/session', undefined, { cookie: session.cookie! });
  assert.equal(after.status, 401, 'the session opened with it ended');
  assert.equal((await owner('DELETE', `${base}/tokens/${id}`)).status, 404);
  const { body: log } = await owner('GET', `/audit?targetId=${id}`);
  const actions = log.items.map(({ action }: { action: string }) => action);
  assert.ok(actions.includes('token.create') && actions.includes('token.revoke'), actions.join());
});

forEachDatabase('only installation tokens can create and list installation tokens', async (db) => {
  const { asNew, asToken, call, workspace, clock } = await createTestConsole(db);
  const owner = await asNew('owner');
  assert.equal((await owner('GET', '/tokens')).status, 403);
  assert.equal((await owner('POST', '/tokens', { name: 'All', role: 'viewer' })).status, 403);
  const scoped = (await owner('POST', `/workspaces/${workspace.id}/tokens`, { name: 'W', role: 'owner' }))
    .body;
  assert.equal(
    (await call('POST', '/tokens', { name: 'X', role: 'owner' }, bearer(scoped.token))).status,
    403,
  );

  const expiresAt = new Date(clock.nowMs() + 60_000).toISOString();
  const made = (await asToken('POST', '/tokens', { name: 'All', role: 'viewer', expiresAt })).body;
  assert.equal(made.expiresAt, expiresAt);
  const asViewer = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(method, path, body, bearer(made.token));
  assert.equal((await asViewer('GET', `/workspaces/${workspace.id}/agents`)).status, 200);
  assert.equal((await asViewer('POST', `/workspaces/${workspace.id}/agents`, { name: 'A' })).status, 403);
  assert.equal((await asViewer('POST', '/workspaces', { name: 'Mine' })).status, 403);
  const listed = (await asToken('GET', '/tokens')).body.items.map((one: { name: string; kind: string }) => [
    one.name,
    one.kind,
  ]);
  assert.deepEqual(listed.sort(), [
    ['All', 'created'],
    ['preset', 'preset'],
  ]);
  assert.equal((await asToken('DELETE', `/tokens/${scoped.id}`)).status, 404, 'a token of a workspace');
  clock.advance(60_000);
  assert.equal((await asViewer('GET', '/workspaces')).status, 401, 'expired');
  const past = await asToken('POST', '/tokens', { name: 'Late', role: 'viewer', expiresAt });
  assert.equal(past.status, 400);
  assert.match(past.body.message, /^expiresAt /);
});

forEachDatabase('wrong bearer tokens are limited per address on every route', async (db) => {
  const { call, operatorToken } = await createTestConsole(db);
  const read = (token: string) => call('GET', '/workspaces', undefined, bearer(token));
  assert.equal((await read(operatorToken)).status, 200);
  for (let count = 0; count < 30; count++) assert.equal((await read(`guess-${count}`)).status, 401);
  const refused = await read('guess');
  assert.deepEqual([refused.status, refused.body.code], [429, 40008]);
  assert.equal((await read(operatorToken)).status, 200, 'a script at the same address is not affected');
});

forEachDatabase('invitations of a revoked token are withdrawn', async (db) => {
  const { asToken, call, workspace } = await createTestConsole(db);
  const base = `/workspaces/${workspace.id}`;
  const { id, token } = (await asToken('POST', `${base}/tokens`, { name: 'Leaked', role: 'owner' })).body;
  const person = { email: 'mallory@example.com', role: 'owner' };
  const { link } = (await call('POST', `${base}/invitations`, person, bearer(token))).body;
  await asToken('DELETE', `${base}/tokens/${id}`);
  const opened = await call('POST', '/invitations/open', { token: new URL(link).hash.slice(1) });
  assert.equal(opened.status, 404);
});

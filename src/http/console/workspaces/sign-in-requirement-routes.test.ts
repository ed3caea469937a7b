import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { createBrowserCalls } from '../../../../test/support/console/browser-calls.ts';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

const ownerEmail = 'owner@example.com';

forEachDatabase('a workspace that requires a second factor rejects sessions without one', async (db) => {
  const { asNew, asToken, call, clock, workspace } = await createTestConsole(db);
  const base = `/workspaces/${workspace.id}`;
  const editor = await asNew('editor');
  await asNew('owner');
  const owner = createBrowserCalls(call);
  await owner('POST', '/session', { email: ownerEmail, password: `password of ${ownerEmail}` });

  const refusal = await owner('PUT', `${base}/sign-in-requirement`, { requirement: 'second-factor' });
  assert.deepEqual([refusal.status, refusal.body.code], [409, 40000]);
  const { secret } = (await owner('POST', '/account/code-app')).body;
  const code = generateSync({ secret, epoch: Math.floor(clock.nowMs() / 1000) });
  await owner('POST', '/account/code-app/confirmation', { code });
  const set = await owner('PUT', `${base}/sign-in-requirement`, { requirement: 'second-factor' });
  assert.deepEqual([set.status, set.body], [200, { requirement: 'second-factor' }]);

  for (const path of [base, `${base}/agents`, `${base}/sign-in-requirement`]) {
    const refused = await editor('GET', path);
    assert.deepEqual([refused.status, refused.body.reason], [403, 'second-factor-required'], path);
  }
  const session = (await editor('GET', '/session')).body;
  assert.equal(session.workspaces[0].unmet, 'second-factor');
  assert.equal((await editor('GET', '/workspaces')).body.items[0].name, 'Default');
  assert.equal((await editor('POST', '/workspaces', { name: 'Other' })).status, 403);
  const audit = await editor('GET', `/audit?workspaceId=${workspace.id}`);
  assert.equal(audit.status, 404, 'the audit log of the workspace is not available either');
  const own = (await editor('GET', '/audit?pageSize=100')).body.items;
  assert.ok(own.every(({ actor }: { actor: string }) => actor === 'editor@example.com'));

  assert.equal((await owner('GET', `${base}/agents`)).status, 200);
  assert.equal(
    (await asToken('GET', `${base}/agents`)).status,
    200,
    'the requirement does not apply to tokens',
  );
  const last = await owner('DELETE', '/account/code-app');
  assert.deepEqual([last.status, last.body.code], [409, 40000]);
  assert.match(last.body.message, /requires one/);
  assert.equal((await owner('GET', '/account/security')).body.recoveryCodesLeft, 10, 'nothing was removed');

  // The editor sets up a second factor in the session without access.
  const editorApp = (await editor('POST', '/account/code-app')).body;
  const editorCode = generateSync({ secret: editorApp.secret, epoch: Math.floor(clock.nowMs() / 1000) });
  await editor('POST', '/account/code-app/confirmation', { code: editorCode });
  assert.equal((await editor('GET', `${base}/agents`)).status, 200);
});

forEachDatabase('other workspaces of the same person are not affected', async (db) => {
  const { asNew, asToken, workspace } = await createTestConsole(db);
  const owner = await asNew('owner');
  const other = (await owner('POST', '/workspaces', { name: 'Other' })).body.id;
  const requirement = `/workspaces/${workspace.id}/sign-in-requirement`;
  assert.equal((await asToken('PUT', requirement, { requirement: 'second-factor' })).status, 200);
  assert.equal((await owner('GET', `/workspaces/${workspace.id}/agents`)).status, 403);
  assert.equal((await owner('GET', `/workspaces/${other}/agents`)).status, 200);
  assert.equal((await asToken('PUT', requirement, { requirement: 'none' })).status, 200);
  assert.equal((await owner('GET', `/workspaces/${workspace.id}/agents`)).status, 200);
  const log = await asToken('GET', '/audit?action=workspace.sign-in-requirement');
  assert.deepEqual(log.body.items[0].changes, { requirement: ['second-factor', 'none'] });
});

forEachDatabase('single sign-on can be required only if a provider is configured', async (db) => {
  const { asToken, asNew, workspace } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/sign-in-requirement`;
  const refused = await asToken('PUT', path, { requirement: 'sso' });
  assert.deepEqual([refused.status, refused.body.code], [409, 40000]);
  assert.match(refused.body.message, /not set up/);
  assert.match((await asToken('PUT', path, { requirement: 'always' })).body.message, /^requirement /);
  const editor = await asNew('editor');
  assert.equal((await editor('PUT', path, { requirement: 'none' })).status, 403);
});

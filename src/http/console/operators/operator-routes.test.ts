import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

forEachDatabase(
  'an operator is invited, promoted, disabled and removed, each with immediate effect',
  async (db) => {
    const { asToken, asNew, call, workspace } = await createTestConsole(db);
    const operators = `/workspaces/${workspace.id}/operators`;
    const ben = await asNew('viewer', workspace.id, 'ben@example.com');
    const [{ id }] = (await asToken('GET', operators)).body.items;
    const create = () => ben('POST', `/workspaces/${workspace.id}/agents`, { name: 'A' });
    assert.equal((await create()).status, 403);
    assert.equal((await asToken('PATCH', `${operators}/${id}`, { role: 'editor' })).status, 200);
    assert.equal((await create()).status, 201);

    await asToken('PATCH', `${operators}/${id}`, { disabled: true });
    assert.equal((await create()).status, 401);
    const credentials = { email: 'ben@example.com', password: 'password of ben@example.com' };
    assert.equal((await call('POST', '/session', credentials)).status, 401);

    assert.equal((await asToken('DELETE', `${operators}/${id}`)).status, 204);
    assert.deepEqual((await asToken('GET', operators)).body.items, []);
    const log = await asToken('GET', `/audit?targetId=${id}&targetKind=operator`);
    assert.deepEqual(log.body.items.map(({ action }: { action: string }) => action).sort(), [
      'operator.accept',
      'operator.remove',
      'operator.update',
      'operator.update',
      'session.open',
      'session.refuse',
    ]);
    assert.deepEqual(log.body.items[0].changes.account, ['open', 'deleted']);
  },
);

forEachDatabase('an owner cannot take over an account that also belongs to another workspace', async (db) => {
  const { asToken, asNew, invite, signIn, workspace } = await createTestConsole(db);
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  const victim = await asNew('owner', other, 'victim@example.com');
  const attacker = await asNew('owner', workspace.id, 'attacker@example.com');
  const operators = `/workspaces/${workspace.id}/operators`;
  const token = await invite('victim@example.com', 'viewer');
  assert.equal((await victim('POST', '/invitations/accept', { token })).status, 200);
  const { id } = (await victim('GET', '/session')).body;

  const password = { password: 'now it is mine' };
  assert.equal((await attacker('PUT', `${operators}/${id}/password`, password)).status, 404, 'no such route');
  assert.equal((await attacker('POST', `${operators}/${id}/reset-link`)).status, 403);
  assert.equal((await attacker('PATCH', `${operators}/${id}`, { disabled: true })).status, 403);
  assert.equal((await attacker('PATCH', `${operators}/${id}`, { name: 'Fool' })).status, 403);
  assert.ok(await signIn('victim@example.com', 'password of victim@example.com'));
  // An owner may change the role of the other person in this workspace and remove them from it.
  assert.equal((await attacker('PATCH', `${operators}/${id}`, { role: 'editor' })).status, 200);
  assert.equal((await attacker('DELETE', `${operators}/${id}`)).status, 204);
  assert.ok(await signIn('victim@example.com', 'password of victim@example.com'));
});

forEachDatabase('operators cannot change their own role or lock themselves out', async (db) => {
  const { asNew, workspace } = await createTestConsole(db);
  const owner = await asNew('owner');
  const { id } = (await owner('GET', '/session')).body;
  const path = `/workspaces/${workspace.id}/operators/${id}`;
  assert.equal((await owner('PATCH', path, { role: 'viewer' })).status, 409);
  assert.equal((await owner('PATCH', path, { disabled: true })).status, 409);
  assert.equal((await owner('DELETE', path)).status, 409);
  assert.equal((await owner('PATCH', path, { name: 'The Owner' })).body.name, 'The Owner');
});

forEachDatabase('an owner who was removed cannot return with links created before', async (db) => {
  const { asToken, asNew, call, workspace } = await createTestConsole(db);
  const [owner, member] = [await asNew('owner'), await asNew('viewer')];
  const base = `/workspaces/${workspace.id}`;
  const [ownerId, memberId] = [
    (await owner('GET', '/session')).body.id,
    (await member('GET', '/session')).body.id,
  ];
  const tokenOf = ({ body }: { body: { link: string } }) => new URL(body.link).hash.slice(1);
  const invitation = tokenOf(
    await owner('POST', `${base}/invitations`, { email: 'me@again.com', role: 'owner' }),
  );
  const reset = tokenOf(await owner('POST', `${base}/operators/${memberId}/reset-link`));
  assert.equal((await call('POST', '/invitations/open', { token: invitation })).status, 200);
  assert.equal((await call('POST', '/password-resets/open', { token: reset })).status, 200);
  assert.equal((await asToken('PATCH', `${base}/operators/${ownerId}`, { role: 'viewer' })).status, 200);
  assert.equal((await call('POST', '/invitations/open', { token: invitation })).status, 404);
  const used = await call('POST', '/password-resets', { token: reset, password: 'a long password' });
  assert.equal(used.status, 404);
});

forEachDatabase('a reset link sets a new password and ends the sessions of the operator', async (db) => {
  const { asNew, call, signIn, workspace } = await createTestConsole(db);
  const [owner, member] = [await asNew('owner'), await asNew('viewer')];
  const { id } = (await member('GET', '/session')).body;
  const { status, body } = await owner('POST', `/workspaces/${workspace.id}/operators/${id}/reset-link`);
  assert.equal(status, 201);
  assert.match(body.link, /\/console\/new-password#[\w-]{43}$/);
  const token = new URL(body.link).hash.slice(1);
  assert.deepEqual((await call('POST', '/password-resets/open', { token })).body, {
    email: 'viewer@example.com',
  });
  assert.equal((await call('POST', '/password-resets', { token, password: 'short' })).status, 400);
  assert.equal((await member('GET', '/session')).status, 200, 'a refused password changes nothing');
  assert.equal((await call('POST', '/password-resets', { token, password: 'my own choice' })).status, 204);
  assert.equal((await member('GET', '/session')).status, 401);
  assert.ok(await signIn('viewer@example.com', 'my own choice'));
  assert.equal((await call('POST', '/password-resets', { token, password: 'once more!!' })).status, 404);
  const { body: log } = await owner('GET', `/audit?targetId=${id}`);
  const actions = log.items.map(
    ({ action, actor }: { action: string; actor: string }) => `${action} ${actor}`,
  );
  assert.ok(actions.includes('operator.reset-link owner@example.com'), actions.join());
  assert.ok(actions.includes('operator.password viewer@example.com'), actions.join());
});

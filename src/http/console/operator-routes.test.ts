import assert from 'node:assert/strict';
import { createTestConsole } from '../../../test/support/console.ts';
import { forEachDatabase } from '../../../test/support/databases.ts';
import { quickPasswords } from '../../../test/support/passwords.ts';

forEachDatabase('an operator is added, promoted, disabled and removed, each in force at once', async (db) => {
  const { asToken, signIn, call, workspace } = await createTestConsole(db);
  const operators = `/workspaces/${workspace.id}/operators`;
  const added = await asToken('POST', operators, {
    email: 'ben@example.com',
    role: 'viewer',
    name: 'Ben',
    password: 'a long password',
  });
  assert.equal(added.status, 201);
  assert.ok(!JSON.stringify(added.body).includes('password'));
  const ben = await signIn('ben@example.com', 'a long password');
  const create = () => ben('POST', `/workspaces/${workspace.id}/agents`, { name: 'A' });
  assert.equal((await create()).status, 403);
  assert.equal((await asToken('PATCH', `${operators}/${added.body.id}`, { role: 'editor' })).status, 200);
  assert.equal((await create()).status, 201);

  await asToken('PATCH', `${operators}/${added.body.id}`, { disabled: true });
  assert.equal((await create()).status, 401);
  const refused = await call('POST', '/session', { email: 'ben@example.com', password: 'a long password' });
  assert.equal(refused.status, 401);

  assert.equal((await asToken('DELETE', `${operators}/${added.body.id}`)).status, 204);
  assert.deepEqual((await asToken('GET', operators)).body.items, []);
  const log = await asToken('GET', `/audit?targetId=${added.body.id}&targetKind=operator`);
  assert.deepEqual(log.body.items.map(({ action }: { action: string }) => action).sort(), [
    'operator.add',
    'operator.remove',
    'operator.update',
    'operator.update',
    'session.open',
    'session.refuse',
  ]);
});

forEachDatabase('somebody who exists is given a role without touching their password', async (db) => {
  const { asToken, signIn, workspace } = await createTestConsole(db);
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  const anna = { email: 'anna@example.com', role: 'owner' };
  const password = 'a long password';
  await asToken('POST', `/workspaces/${workspace.id}/operators`, { ...anna, password });

  const stolen = await asToken('POST', `/workspaces/${other}/operators`, {
    ...anna,
    password: 'my new password',
  });
  assert.equal(stolen.status, 409);
  const invited = await asToken('POST', `/workspaces/${other}/operators`, { ...anna, role: 'viewer' });
  assert.equal(invited.status, 201);
  assert.equal((await asToken('POST', `/workspaces/${other}/operators`, anna)).status, 409);
  const session = await (await signIn('anna@example.com', password))('GET', '/session');
  assert.deepEqual(session.body.workspaces.map(({ role }: { role: string }) => role).sort(), [
    'owner',
    'viewer',
  ]);
  const newcomer = await asToken('POST', `/workspaces/${other}/operators`, {
    email: 'new@example.com',
    role: 'viewer',
  });
  assert.equal(newcomer.status, 400);
});

forEachDatabase('an owner cannot take over a person who also belongs elsewhere', async (db) => {
  const { asToken, asNew, signIn, workspace } = await createTestConsole(db);
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  await asNew('owner', other, 'victim@example.com');
  const attacker = await asNew('owner', workspace.id, 'attacker@example.com');
  const operators = `/workspaces/${workspace.id}/operators`;
  const { id } = (await attacker('POST', operators, { email: 'victim@example.com', role: 'viewer' })).body;

  assert.equal(
    (await attacker('PUT', `${operators}/${id}/password`, { password: 'now it is mine' })).status,
    403,
  );
  assert.equal((await attacker('PATCH', `${operators}/${id}`, { disabled: true })).status, 403);
  assert.equal((await attacker('PATCH', `${operators}/${id}`, { name: 'Fool' })).status, 403);
  assert.ok(await signIn('victim@example.com', 'password of victim@example.com'));
  // Their role here is the attacker's to decide, and removing them is fine.
  assert.equal((await attacker('PATCH', `${operators}/${id}`, { role: 'editor' })).status, 200);
  assert.equal((await attacker('DELETE', `${operators}/${id}`)).status, 204);
});

forEachDatabase('nobody changes their own role or shuts themselves out', async (db) => {
  const { asNew, workspace } = await createTestConsole(db);
  const owner = await asNew('owner');
  const { id } = (await owner('GET', '/session')).body;
  const path = `/workspaces/${workspace.id}/operators/${id}`;
  assert.equal((await owner('PATCH', path, { role: 'viewer' })).status, 409);
  assert.equal((await owner('PATCH', path, { disabled: true })).status, 409);
  assert.equal((await owner('DELETE', path)).status, 409);
  assert.equal((await owner('PATCH', path, { name: 'The Owner' })).body.name, 'The Owner');
});

forEachDatabase('a weak password, a bad e-mail and an unknown role are refused by name', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  const good = { email: 'a@example.com', role: 'viewer', password: 'a long password' };
  const cases: [object, RegExp][] = [
    [{ ...good, password: 'short' }, /^password /],
    [{ ...good, email: 'nobody' }, /^email /],
    [{ ...good, role: 'god' }, /^role /],
    [{ ...good, password: 5 }, /^password must be a string/],
    [{ role: 'viewer' }, /^email is required/],
  ];
  for (const [body, message] of cases) {
    const answer = await asToken('POST', `/workspaces/${workspace.id}/operators`, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000]);
    assert.match(answer.body.message, message);
  }
});

forEachDatabase('a password that will not be stored is not hashed', async (db, context) => {
  const { asToken, workspace } = await createTestConsole(db);
  const operators = `/workspaces/${workspace.id}/operators`;
  const { mock } = context.mock.method(quickPasswords, 'hash');
  const ben = { email: 'ben@example.com', role: 'viewer', password: 'a long password' };
  assert.equal((await asToken('POST', operators, ben)).status, 201);
  assert.equal(mock.callCount(), 1);
  assert.equal((await asToken('POST', operators, ben)).status, 409);
  const nobody = `${operators}/${'f'.repeat(24)}/password`;
  assert.equal((await asToken('PUT', nobody, { password: 'a long password' })).status, 404);
  assert.equal((await asToken('POST', operators, { ...ben, role: 'king' })).status, 400);
  assert.equal(mock.callCount(), 1);
});

import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

forEachDatabase('the cookie of a sign-in gives access to the API until sign-out', async (db) => {
  const { call, invite, register, workspace } = await createTestConsole(db);
  await register(await invite('Anna@Example.com', 'editor'), 'a long password', 'Anna');
  const signedIn = await call('POST', '/session', {
    email: ' anna@example.com',
    password: 'a long password',
  });
  assert.equal(signedIn.status, 200);
  assert.deepEqual(signedIn.body.session.workspaces, [
    { id: workspace.id, name: 'Default', role: 'editor', unmet: null },
  ]);
  const setCookie = String(signedIn.headers['set-cookie']);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/console'])
    assert.ok(setCookie.includes(attribute), attribute);
  assert.ok(!setCookie.includes('Secure'));

  const browser = { cookie: signedIn.cookie!, 'x-frontdesk-console': '1' };
  assert.equal((await call('GET', '/session', undefined, browser)).body.email, 'anna@example.com');
  assert.equal((await call('DELETE', '/session', undefined, browser)).status, 204);
  const after = await call('GET', '/session', undefined, browser);
  assert.deepEqual([after.status, after.body.code], [401, 40127]);
  assert.equal(after.headers['www-authenticate'], 'Bearer');
});

forEachDatabase('behind https the cookie is Secure', async (db) => {
  const { call, operatorToken } = await createTestConsole(db, { publicUrl: 'https://desk.example.com' });
  const { headers } = await call('POST', '/session', { token: operatorToken });
  assert.match(String(headers['set-cookie']), /; Secure/);
});

forEachDatabase('an operator token can open a session, as owner of every workspace', async (db) => {
  const { call, operatorToken, workspace } = await createTestConsole(db);
  const { body, cookie } = await call('POST', '/session', { token: operatorToken });
  assert.equal(body.session.kind, 'token');
  assert.deepEqual(body.session.workspaces, [
    { id: workspace.id, name: 'Default', role: 'owner', unmet: null },
  ]);
  assert.equal((await call('GET', '/workspaces', undefined, { cookie: cookie! })).status, 200);
});

forEachDatabase(
  'a change with only the cookie is rejected, because another site could have sent it',
  async (db) => {
    const { call, asNew, workspace } = await createTestConsole(db);
    await asNew('owner');
    const { cookie } = await call('POST', '/session', {
      email: 'owner@example.com',
      password: 'password of owner@example.com',
    });
    const forged = await call('PATCH', `/workspaces/${workspace.id}`, { name: 'Taken' }, { cookie: cookie! });
    assert.equal(forged.status, 403);
    assert.match(forged.body.message, /x-frontdesk-console/);
    const read = await call('GET', `/workspaces/${workspace.id}`, undefined, { cookie: cookie! });
    assert.equal(read.body.name, 'Default');
  },
);

forEachDatabase('wrong, missing and malformed credentials get 401 with code 40127', async (db) => {
  const { call } = await createTestConsole(db);
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong-token-of-nobody' },
    { authorization: 'Basic b3A6b3A=' },
    { authorization: 'Bearer ' },
    { cookie: 'frontdesk_session=' },
    { cookie: 'frontdesk_session=abc; other=1' },
    { cookie: ';;;=;frontdesk_session' },
  ];
  for (const sent of headers) {
    const { status, body } = await call('GET', '/workspaces', undefined, sent);
    assert.deepEqual([status, body.code], [401, 40127], JSON.stringify(sent));
  }
  for (const body of [{ email: 'a@b.c', password: 'x' }, { token: 'wrong' }])
    assert.equal((await call('POST', '/session', body)).status, 401);
  assert.equal((await call('POST', '/session', { email: 'a@b.c' })).status, 400);
});

forEachDatabase('too many wrong passwords are rejected with 429 and the time to wait', async (db) => {
  const { call, asNew } = await createTestConsole(db);
  await asNew('viewer');
  const guess = () => call('POST', '/session', { email: 'viewer@example.com', password: 'wrong' });
  for (let count = 0; count < 5; count += 1) assert.equal((await guess()).status, 401);
  const refused = await guess();
  assert.deepEqual([refused.status, refused.body.code], [429, 40008]);
  assert.equal(refused.headers['retry-after'], '60');
});

forEachDatabase('changing the password requires the current one and ends the other sessions', async (db) => {
  const { call, asNew, signIn } = await createTestConsole(db);
  const first = await asNew('viewer');
  const second = await signIn('viewer@example.com', 'password of viewer@example.com');
  const newPassword = 'quite another one';
  const wrong = await second('PUT', '/session/password', { currentPassword: 'wrong', newPassword });
  assert.equal(wrong.status, 401);
  const changed = await second('PUT', '/session/password', {
    currentPassword: 'password of viewer@example.com',
    newPassword,
  });
  assert.equal(changed.status, 204);
  assert.equal((await first('GET', '/session')).status, 401);
  assert.equal((await call('GET', '/session', undefined, { cookie: changed.cookie! })).status, 200);
  assert.ok(await signIn('viewer@example.com', newPassword));
});

forEachDatabase('sign-ins are in the audit log with the name of the operator', async (db) => {
  const { asNew, asToken } = await createTestConsole(db);
  const viewer = await asNew('viewer');
  const { body } = await viewer('GET', '/audit?action=session.open');
  assert.deepEqual(
    body.items.map(({ actor }: { actor: string }) => actor),
    ['viewer@example.com'],
  );
  assert.equal((await asToken('GET', '/audit?action=session.open')).body.total, 1);
});

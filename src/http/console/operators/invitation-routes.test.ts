import assert from 'node:assert/strict';
import { quickPasswords } from '../../../../test/support/console/quick-passwords.ts';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

const tokenOf = ({ body }: { body: { link: string } }): string => new URL(body.link).hash.slice(1);

forEachDatabase('an invitation is listed, renewed and withdrawn, and its link works once', async (db) => {
  const { asToken, call, register, workspace, clock } = await createTestConsole(db, {
    publicUrl: 'https://desk.example.com',
  });
  const path = `/workspaces/${workspace.id}/invitations`;
  const invited = await asToken('POST', path, { email: ' Anna@Example.com', role: 'editor' });
  assert.equal(invited.status, 201);
  assert.match(invited.body.link, /^https:\/\/desk\.example\.com\/console\/invitation#[\w-]{43}$/);
  const { id } = invited.body.invitation;
  const listed = await asToken('GET', path);
  assert.ok(!JSON.stringify(listed.body).includes(tokenOf(invited)), 'the link is shown once');
  assert.deepEqual(listed.body.items, [
    {
      id,
      email: 'anna@example.com',
      role: 'editor',
      createdBy: 'token preset',
      expired: false,
      createdAt: new Date(clock.nowMs()).toISOString(),
      expiresAt: new Date(clock.nowMs() + 7 * 24 * 3600 * 1000).toISOString(),
    },
  ]);
  const renewed = await asToken('POST', `${path}/${id}/renew`);
  assert.equal((await call('POST', '/invitations/open', { token: tokenOf(invited) })).status, 404);
  assert.equal(
    (await call('POST', '/invitations/open', { token: tokenOf(renewed) })).body.workspaceName,
    'Default',
  );
  const { cookie } = await register(tokenOf(renewed), 'my own password', 'Anna');
  const session = await call('GET', '/session', undefined, { cookie: cookie! });
  assert.deepEqual([session.body.email, session.body.name], ['anna@example.com', 'Anna']);
  assert.equal((await asToken('GET', path)).body.total, 0);

  const second = await asToken('POST', path, { email: 'ben@example.com', role: 'viewer' });
  assert.equal((await asToken('DELETE', `${path}/${second.body.invitation.id}`)).status, 204);
  const late = { token: tokenOf(second), name: 'Ben', password: 'a long password' };
  const refused = await call('POST', '/invitations/register', late);
  assert.equal(refused.status, 404);
  assert.match(refused.body.message, /used, withdrawn or has expired/);
  const { body } = await asToken('GET', `/audit?workspaceId=${workspace.id}`);
  const actions = body.items.map(({ action }: { action: string }) => action);
  for (const action of ['operator.invite', 'operator.accept', 'operator.withdraw'])
    assert.ok(actions.includes(action), action);
});

forEachDatabase(
  'an owner gets the same response whether or not the address has an account',
  async (db, context) => {
    const { asToken, asNew, workspace } = await createTestConsole(db);
    const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
    await asNew('owner', other, 'known@example.com');
    const owner = await asNew('owner');
    const { mock } = context.mock.method(quickPasswords, 'hash');
    const shapes = [];
    for (const email of ['known@example.com', 'nobody@example.com']) {
      const { status, body } = await owner('POST', `/workspaces/${workspace.id}/invitations`, {
        email,
        role: 'viewer',
      });
      assert.equal(body.invitation.email, email);
      shapes.push([status, Object.keys(body), Object.keys(body.invitation), body.link.length]);
    }
    assert.deepEqual(shapes[0], shapes[1]);
    assert.equal(mock.callCount(), 0, 'nothing is hashed, so the response time is the same too');
    const opened = await owner('POST', '/invitations/open', { token: 'x' });
    assert.equal(opened.status, 404);
  },
);

forEachDatabase(
  'a person with an account accepts with that account, and their other sessions end',
  async (db) => {
    const { asToken, asNew, call, invite, signIn, workspace } = await createTestConsole(db);
    const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
    const anna = await asNew('viewer', other, 'anna@example.com');
    const elsewhere = await signIn('anna@example.com', 'password of anna@example.com');
    const ben = await asNew('viewer', other, 'ben@example.com');
    const token = await invite('anna@example.com', 'editor');

    const registration = { token, name: 'Mallory', password: 'known to mallory' };
    assert.equal((await call('POST', '/invitations/register', registration)).status, 409);
    assert.equal((await call('POST', '/invitations/accept', { token })).status, 401);
    assert.equal((await asToken('POST', '/invitations/accept', { token })).status, 403);
    const wrong = await ben('POST', '/invitations/accept', { token });
    assert.equal(wrong.status, 403);
    assert.match(wrong.body.message, /is for anna@example\.com; you are signed in as ben@example\.com/);
    const joined = await anna('POST', '/invitations/accept', { token });
    assert.equal(joined.status, 200);
    assert.deepEqual(
      joined.body.workspaces.map(({ id, role }: { id: string; role: string }) => [id, role]).sort(),
      [
        [workspace.id, 'editor'],
        [other, 'viewer'],
      ].sort(),
    );
    assert.equal((await elsewhere('GET', '/session')).status, 401);
    assert.equal((await anna('GET', '/session')).status, 200);
    assert.equal(
      (await anna('POST', '/invitations/accept', { token })).status,
      404,
      'a link works only once',
    );
  },
);

forEachDatabase('invalid input is rejected with its field, and only owners can invite', async (db) => {
  const { asToken, asNew, invite, call, workspace } = await createTestConsole(db);
  const path = `/workspaces/${workspace.id}/invitations`;
  const good = { email: 'a@example.com', role: 'viewer' };
  const cases: [object, RegExp][] = [
    [{ ...good, email: 'nobody' }, /^email /],
    [{ ...good, role: 'god' }, /^role /],
    [{ role: 'viewer' }, /^email is required/],
    [{ ...good, email: `${'a'.repeat(251)}@b.c` }, /^email /],
  ];
  for (const [body, message] of cases) {
    const answer = await asToken('POST', path, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000]);
    assert.match(answer.body.message, message);
  }
  const token = await invite('a@example.com', 'viewer');
  for (const [body, message] of [
    [{ token, name: 'A', password: 'short' }, /^password /],
    [{ token, name: ' ', password: 'a long password' }, /^name /],
    [{ token, name: 'A', password: 5 }, /^password must be a string/],
    [{ name: 'A', password: 'a long password' }, /^token is required/],
  ] as const) {
    const answer = await call('POST', '/invitations/register', body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.message, message);
  }
  assert.equal((await call('POST', '/invitations/open', { token })).status, 200, 'the link is not used up');
  const editor = await asNew('editor');
  assert.equal((await editor('POST', path, good)).status, 403);
  assert.equal((await editor('GET', path)).status, 403);
});

forEachDatabase('guessing links is limited per address', async (db) => {
  const { call } = await createTestConsole(db);
  for (let count = 0; count < 30; count++)
    assert.equal((await call('POST', '/invitations/open', { token: `guess${count}` })).status, 404);
  assert.equal((await call('POST', '/password-resets/open', { token: 'guess' })).status, 429);
});

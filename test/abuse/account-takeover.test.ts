import assert from 'node:assert/strict';
import { createTestConsole } from '../support/console/test-console.ts';
import { forEachDatabase } from '../support/databases/databases.ts';

const tokenOf = (link: string): string => new URL(link).hash.slice(1);

/** The attacker owns one workspace, the victim joins another. */
const prepare = async (...[db]: Parameters<typeof createTestConsole>) => {
  const bench = await createTestConsole(db);
  const { asToken, asNew, workspace } = bench;
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id as string;
  const attacker = await asNew('owner', workspace.id, 'attacker@example.com');
  const otherOwner = await asNew('owner', other, 'owner@other.com');
  return { ...bench, other, attacker, otherOwner, mine: `/workspaces/${workspace.id}` };
};

forEachDatabase('an account created in advance by one workspace gives no access to another', async (db) => {
  const { attacker, otherOwner, other, mine, register, call } = await prepare(db);
  const person = { email: 'victim@example.com', role: 'owner' };
  const squatted = tokenOf((await attacker('POST', `${mine}/invitations`, person)).body.link);
  const { cookie } = await register(squatted, 'known to the attacker');
  const asVictim = { cookie: cookie!, 'x-frontdesk-console': '1' };

  const invited = await otherOwner('POST', `/workspaces/${other}/invitations`, person);
  assert.equal(invited.status, 201, 'the response does not reveal that the account exists');
  // Without the invitation link of the other workspace the account has no access.
  assert.equal((await call('GET', `/workspaces/${other}`, undefined, asVictim)).status, 404);
  assert.equal((await call('POST', '/invitations/accept', { token: squatted }, asVictim)).status, 404);
  const { body } = await call('GET', '/session', undefined, asVictim);
  assert.equal(body.workspaces.length, 1);
});

forEachDatabase('a password that an owner set before does not open a workspace joined later', async (db) => {
  const { operators, otherOwner, other, workspace, signIn, call } = await prepare(db);
  // As accounts were created before there were invitations: the owner knows the password.
  const old = await operators.create(db.query, {
    email: 'victim@example.com',
    name: 'Victim',
    passwordHash: await operators.hashPassword('known to A'),
  });
  await operators.setRole(db.query, old.id, { workspaceId: workspace.id, role: 'viewer' });
  const attackers = await signIn('victim@example.com', 'known to A');
  const { link } = (
    await otherOwner('POST', `/workspaces/${other}/invitations`, {
      email: 'victim@example.com',
      role: 'owner',
    })
  ).body;

  const victim = await signIn('victim@example.com', 'known to A');
  const refused = await victim('POST', '/invitations/accept', { token: tokenOf(link) });
  assert.equal(refused.status, 409);
  assert.match(refused.body.message, /Choose a new password/);
  const changed = await victim('PUT', '/session/password', {
    currentPassword: 'known to A',
    newPassword: 'known to nobody else',
  });
  const browser = { cookie: changed.cookie!, 'x-frontdesk-console': '1' };
  const joined = await call('POST', '/invitations/accept', { token: tokenOf(link) }, browser);
  assert.equal(joined.status, 200);
  assert.equal((await attackers('GET', `/workspaces/${other}`)).status, 401, "the attacker's session ended");
  const again = { email: 'victim@example.com', password: 'known to A' };
  assert.equal((await call('POST', '/session', again)).status, 401);
});

forEachDatabase(
  'an owner has no access to accounts, invitations or tokens of another workspace',
  async (db) => {
    const { attacker, otherOwner, other, mine } = await prepare(db);
    const theirs = `/workspaces/${other}`;
    const person = { email: 'new@example.com', role: 'viewer' };
    const { invitation } = (await otherOwner('POST', `${theirs}/invitations`, person)).body;
    const token = (await otherOwner('POST', `${theirs}/tokens`, { name: 'CI', role: 'owner' })).body;
    const { id: ownerId } = (await otherOwner('GET', '/session')).body;
    for (const base of [theirs, mine])
      for (const [method, path] of [
        ['POST', `/invitations/${invitation.id}/renew`],
        ['DELETE', `/invitations/${invitation.id}`],
        ['DELETE', `/tokens/${token.id}`],
        ['POST', `/operators/${ownerId}/reset-link`],
        ['DELETE', `/operators/${ownerId}`],
      ] as const)
        assert.equal((await attacker(method, base + path)).status, 404, `${method} ${base}${path}`);
    assert.equal((await attacker('DELETE', `/tokens/${token.id}`)).status, 403);
    assert.equal((await otherOwner('GET', `${theirs}/invitations`)).body.total, 1);
    assert.equal((await otherOwner('GET', `${theirs}/tokens`)).body.items[0].revokedAt, null);
  },
);

forEachDatabase('wrong passwords from other browsers do not lock a known browser', async (db) => {
  const { call, asNew } = await prepare(db);
  await asNew('viewer', undefined, 'anna@example.com');
  const credentials = { email: 'anna@example.com', password: 'password of anna@example.com' };
  const first = await call('POST', '/session', credentials);
  const browser = [first.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('frontdesk_browser='))!
    .split(';')[0]!;
  for (let count = 0; count < 5; count++)
    assert.equal((await call('POST', '/session', { ...credentials, password: 'guess' })).status, 401);
  assert.equal((await call('POST', '/session', credentials)).status, 429, 'an unknown browser waits');
  const forged = `frontdesk_browser=${'A'.repeat(43)}`;
  assert.equal((await call('POST', '/session', credentials, { cookie: forged })).status, 429);
  assert.equal((await call('POST', '/session', credentials, { cookie: browser })).status, 200);
});

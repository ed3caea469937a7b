import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

const anna = { email: 'anna@example.com', name: 'Anna', password: 'my own password' };

forEachDatabase('the first account owns all workspaces and revokes the first-start token', async (db) => {
  const { asToken, call, operatorTokens } = await createTestConsole(db);
  await asToken('POST', '/workspaces', { name: 'Second' });
  const token = await operatorTokens.createFirstStart(db.query);
  const { cookie } = await call('POST', '/session', { token });
  const browser = { cookie: cookie!, 'x-frontdesk-console': '1' };
  assert.equal((await call('POST', '/account-setup', { ...anna, password: 'short' }, browser)).status, 400);
  const made = await call('POST', '/account-setup', anna, browser);
  assert.equal(made.status, 200);
  assert.deepEqual(
    made.body.session.workspaces.map(({ role }: { role: string }) => role),
    ['owner', 'owner'],
  );
  const asAnna = { cookie: made.cookie!, 'x-frontdesk-console': '1' };
  assert.equal((await call('GET', '/session', undefined, asAnna)).body.email, anna.email);
  assert.equal((await call('GET', '/session', undefined, browser)).status, 401, 'its session ended');
  assert.equal((await call('POST', '/session', { token })).status, 401);
  assert.equal((await asToken('GET', '/session')).status, 200, 'the preset token still works');
  assert.equal((await asToken('POST', '/account-setup', { ...anna, email: 'b@c.d' })).status, 409);
  assert.equal((await call('POST', '/account-setup', anna, asAnna)).status, 403);
});

forEachDatabase('of two first accounts at the same time only one is created', async (db) => {
  const { asToken } = await createTestConsole(db);
  const answers = await Promise.all(
    ['a@example.com', 'b@example.com'].map((email) => asToken('POST', '/account-setup', { ...anna, email })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

forEachDatabase('the setup continues where it was left, until it is done', async (db) => {
  const { asToken, call } = await createTestConsole(db);
  const needsSetup = async () => (await call('GET', '/sign-in/methods')).body.needsSetup;
  assert.equal(await needsSetup(), true);
  assert.equal((await asToken('GET', '/session')).body.setup, null);
  assert.equal((await asToken('PATCH', '/account-setup', { step: 'model' })).status, 404);

  const { cookie, body } = await asToken('POST', '/account-setup', anna);
  assert.equal(await needsSetup(), false);
  const asAnna = { cookie: cookie!, 'x-frontdesk-console': '1' };
  const setup = async () => (await call('GET', '/session', undefined, asAnna)).body.setup;
  const goOn = (change: object) => call('PATCH', '/account-setup', change, asAnna);
  const [{ id: workspaceId }] = body.session.workspaces;
  assert.deepEqual(body.session.setup, { workspaceId, step: 'workspace', agentId: null });
  assert.equal((await goOn({ step: 'somewhere' })).status, 400);
  assert.equal((await goOn({ step: 'try', agentId: 'agent-1' })).status, 204);
  assert.deepEqual(await setup(), { workspaceId, step: 'try', agentId: 'agent-1' });

  await db.query.updateTable('memberships').set({ role: 'viewer' }).execute();
  assert.equal(await setup(), null, 'only an owner can do the steps');
  await db.query.updateTable('memberships').set({ role: 'owner' }).execute();
  assert.equal((await goOn({ step: 'done' })).status, 204);
  assert.equal(await setup(), null);
  assert.equal((await goOn({ step: 'model' })).status, 404);
});

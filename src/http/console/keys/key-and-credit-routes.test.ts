import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';
import { formatCredits } from '../usage/credit-routes.ts';

forEachDatabase(
  'a key is shown once and works until it expires or is revoked; other keys keep working',
  async (db) => {
    const { asToken, workspace, apiKeys, clock } = await createTestConsole(db);
    const agent = (await asToken('POST', `/workspaces/${workspace.id}/agents`, { name: 'Shop' })).body;
    const path = `/workspaces/${workspace.id}/agents/${agent.id}/keys`;
    const expiresAt = new Date(clock.nowMs() + 60_000).toISOString();
    const first = await asToken('POST', path, { name: 'Old', expiresAt });
    const second = await asToken('POST', path, { name: 'New' });
    assert.match(first.body.key, /^app-/);
    assert.deepEqual([first.body.expiresAt, second.body.expiresAt], [expiresAt, null]);
    assert.equal((await apiKeys.authenticate(first.body.key))?.agentId, agent.id);

    const listed = await asToken('GET', path);
    assert.ok(!JSON.stringify(listed.body).includes(first.body.key));
    assert.equal(listed.body.total, 2);

    assert.equal((await asToken('DELETE', `${path}/${second.body.id}`)).status, 204);
    assert.equal(await apiKeys.authenticate(second.body.key), undefined);
    assert.equal((await asToken('DELETE', `${path}/${second.body.id}`)).status, 404);
    assert.ok(await apiKeys.authenticate(first.body.key));
    clock.advance(60_000);
    assert.equal(await apiKeys.authenticate(first.body.key), undefined);
    const log = JSON.stringify((await asToken('GET', '/audit?targetKind=key')).body);
    assert.ok(log.includes('key.revoke') && !log.includes(first.body.key));
  },
);

forEachDatabase('an expiry in the past or an invalid time is rejected', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  const agent = (await asToken('POST', `/workspaces/${workspace.id}/agents`, { name: 'Shop' })).body;
  const path = `/workspaces/${workspace.id}/agents/${agent.id}/keys`;
  for (const expiresAt of ['2001-01-01T00:00:00Z', '2031-13-45T99:00:00Z', 'tomorrow', 5, ''])
    assert.equal((await asToken('POST', path, { name: 'k', expiresAt })).status, 400, String(expiresAt));
});

forEachDatabase(
  'a balance is set, increased exactly and removed, with ledger and audit entries',
  async (db) => {
    const { asToken, workspace } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/credits`;
    assert.deepEqual((await asToken('GET', path)).body, { balance: null, reserved: '0', available: null });
    assert.equal((await asToken('POST', `${path}/top-ups`, { amount: '1' })).status, 409);
    assert.equal((await asToken('PUT', path, { balance: '0.1' })).body.balance, '0.1');
    const topped = await asToken('POST', `${path}/top-ups`, { amount: '0.200000001' });
    assert.deepEqual([topped.status, topped.body.balance], [201, '0.300000001']);
    const entries = await db.query.selectFrom('ledger_entries').select(['kind', 'credits_nano']).execute();
    assert.deepEqual(
      entries.map((entry) => ({ ...entry })),
      [{ kind: 'top_up', credits_nano: 200_000_001 }],
    );
    assert.equal((await asToken('PUT', path, { balance: null })).body.balance, null);
    const log = await asToken('GET', '/audit?action=credits.top_up');
    assert.deepEqual(log.body.items[0].changes, { balance: ['0.1', '0.300000001'] });

    for (const amount of ['-1', '1e3', '1.0000000001', '', 5, '99999999', null])
      assert.equal((await asToken('POST', `${path}/top-ups`, { amount })).status, 400, String(amount));
  },
);

test('nano credits are formatted as the shortest decimal number', () => {
  assert.deepEqual([0, 1, 1_500_000_000, 10_000_000_000, 9_000_000_000_000_000].map(formatCredits), [
    '0',
    '0.000000001',
    '1.5',
    '10',
    '9000000',
  ]);
});

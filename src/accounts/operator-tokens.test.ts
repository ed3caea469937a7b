import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import type { Database } from '../db/index.ts';
import { isInstallationOwner, type Operator, roleIn, workspacesWhere } from './operator.ts';
import { createOperatorSessions } from './operator-sessions/operator-sessions.ts';
import { createOperatorTokens } from './operator-tokens.ts';

const origin = { method: 'token', secondFactor: null, address: '203.0.113.9', userAgent: '' } as const;

const prepare = async (db: Database) => {
  const clock = createTestClock();
  const tokens = createOperatorTokens({ db, clock });
  const sessions = createOperatorSessions({ db, clock, tokens });
  const workspace = { id: 'w1', name: 'One', balance_nano: null, reserved_nano: 0, created_at: 0 };
  await db.query.insertInto('workspaces').values(workspace).execute();
  const create = async (workspaceId: string | null = null, expiresAtMs: number | null = null) => {
    const made = await tokens.create(db.query, {
      name: 'script',
      role: 'editor',
      workspaceId,
      expiresAtMs,
      createdBy: 'anna@example.com',
    });
    return { token: made.token, id: made.row.id };
  };
  return { clock, tokens, sessions, create };
};

forEachDatabase('a revoked token gives no access, and its sessions end', async (db) => {
  const { tokens, sessions, create } = await prepare(db);
  const [mine, other] = [await create('w1'), await create('w1')];
  const session = await sessions.open(db.query, { tokenId: mine.id }, origin);
  assert.equal(
    await tokens.revoke(db.query, { id: mine.id, workspaceId: null }),
    undefined,
    'not in this workspace',
  );
  assert.ok(await sessions.identify(session.token));
  assert.equal(await tokens.revoke(db.query, { id: mine.id, workspaceId: 'w1' }), 'script');
  assert.equal(await tokens.identify(mine.token), undefined);
  assert.equal(await sessions.identify(session.token), undefined);
  assert.ok(await tokens.identify(other.token));
  assert.equal(
    await tokens.revoke(db.query, { id: mine.id, workspaceId: 'w1' }),
    undefined,
    'a token is revoked only once',
  );
});

forEachDatabase('a token and its sessions end at its expiry', async (db) => {
  const { clock, tokens, sessions, create } = await prepare(db);
  const { token, id } = await create('w1', clock.nowMs() + 1000);
  const session = await sessions.open(db.query, { tokenId: id }, origin);
  clock.advance(999);
  assert.ok(await tokens.identify(token));
  clock.advance(1);
  assert.equal(await tokens.identify(token), undefined);
  assert.equal(await sessions.identify(session.token), undefined);
});

forEachDatabase('the last use is stored to the minute, and the secret is never listed', async (db) => {
  const { clock, tokens, create } = await prepare(db);
  const { token } = await create('w1');
  const read = async () => (await tokens.list('w1', { offset: 0, limit: 10 })).tokens[0]!;
  assert.equal((await read()).lastUsedAtMs, null);
  await tokens.identify(token);
  const firstMs = clock.nowMs();
  clock.advance(59_999);
  await tokens.identify(token);
  assert.equal((await read()).lastUsedAtMs, firstMs);
  clock.advance(1);
  await tokens.identify(token);
  assert.equal((await read()).lastUsedAtMs, firstMs + 60_000);
  assert.ok(!('sha256' in (await read())));
  assert.equal((await tokens.list(null, { offset: 0, limit: 10 })).total, 0);
});

forEachDatabase('a workspace has at most 200 live tokens', async (db) => {
  const { tokens, create } = await prepare(db);
  const ids: string[] = [];
  for (let count = 0; count < 200; count++) ids.push((await create('w1')).id);
  await assert.rejects(create('w1'), { kind: 'conflict' });
  assert.ok(await create(null));
  await tokens.revoke(db.query, { id: ids[0]!, workspaceId: 'w1' });
  assert.ok(await create('w1'));
});

test('a token has its role in its workspace only', () => {
  const token = (role: 'owner' | 'editor', workspaceId: string | null): Operator => ({
    kind: 'token',
    id: 't',
    name: 't',
    role,
    workspaceId,
  });
  assert.equal(roleIn(token('editor', 'w1'), 'w1'), 'editor');
  assert.equal(roleIn(token('owner', 'w1'), 'w2'), undefined);
  assert.equal(roleIn(token('editor', null), 'w2'), 'editor');
  assert.deepEqual(workspacesWhere(token('editor', 'w1'), 'agent:write'), ['w1']);
  assert.deepEqual(workspacesWhere(token('editor', 'w1'), 'workspace:write'), []);
  assert.deepEqual(workspacesWhere(token('editor', null), 'workspace:write'), []);
  assert.equal(workspacesWhere(token('editor', null), 'agent:write'), undefined);
  assert.deepEqual(
    [token('owner', null), token('owner', 'w1'), token('editor', null)].map(isInstallationOwner),
    [true, false, false],
  );
});

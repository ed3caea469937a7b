import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { testEncryption } from '../../test/support/service/test-encryption.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createOperatorSessions, createOperators, createOperatorTokens } from '../accounts/index.ts';
import { createAgents } from '../agents/index.ts';
import { createAudit } from '../audit/index.ts';
import { createApiKeys } from '../auth/index.ts';
import type { Database } from '../db/index.ts';
import { createDefaultBase } from '../knowledge/index.ts';
import { ensureFirstStart } from './first-start.ts';
import { createWorkspaces } from './workspaces.ts';

const origin = { method: 'token', secondFactor: null, address: '203.0.113.9', userAgent: '' } as const;
const nothingPreset = { apiKey: undefined, adminToken: undefined };

const prepare = (db: Database) => {
  const clock = createTestClock();
  const audit = createAudit({ db, clock });
  const operatorTokens = createOperatorTokens({ db, clock });
  const deps = {
    db,
    workspaces: createWorkspaces({ db, clock }),
    agents: createAgents({ db, clock, encryption: testEncryption, createDefaultBase }),
    apiKeys: createApiKeys({ db, clock }),
    operatorTokens,
    audit,
  };
  return {
    ...deps,
    operators: createOperators({ db, clock, tokens: operatorTokens, audit }),
    sessions: createOperatorSessions({ db, clock, tokens: operatorTokens }),
    start: (config: { apiKey: string | undefined; adminToken: string | undefined }) =>
      ensureFirstStart(deps, { config }),
  };
};

const count = async (db: Database, table: 'workspaces' | 'agents' | 'api_keys' | 'knowledge_bases') =>
  (await db.query.selectFrom(table).select('id').execute()).length;

forEachDatabase(
  'the first start creates a workspace, an agent, its key and an operator token, shown once',
  async (db) => {
    const { start, apiKeys, operatorTokens, agents } = prepare(db);
    const first = await start(nothingPreset);
    assert.equal(first.isFirst, true);
    const opened = await apiKeys.authenticate(first.madeApiKey!);
    const agent = await agents.find(opened!.agentId);
    assert.equal(agent?.name, 'Default');
    assert.ok(await operatorTokens.identify(first.madeOperatorToken!));
    assert.equal(await count(db, 'knowledge_bases'), 1);

    assert.deepEqual(await start(nothingPreset), {
      isFirst: false,
      madeApiKey: undefined,
      madeOperatorToken: undefined,
      notices: [],
    });
    assert.equal(await count(db, 'agents'), 1);
    assert.equal(await count(db, 'api_keys'), 1);
  },
);

forEachDatabase('parallel first starts create one workspace', async (db) => {
  const { start } = prepare(db);
  const starts = await Promise.all(Array.from({ length: 5 }, () => start(nothingPreset)));
  assert.equal(starts.filter(({ isFirst }) => isFirst).length, 1);
  assert.equal(await count(db, 'workspaces'), 1);
  assert.equal(await count(db, 'api_keys'), 1);
});

forEachDatabase('preset secrets are used at the first start and are not shown', async (db) => {
  const { start, apiKeys, operatorTokens } = prepare(db);
  const first = await start({ apiKey: 'app-preset-key-0001', adminToken: 'preset-token-00001' });
  assert.equal(first.madeApiKey, undefined);
  assert.equal(first.madeOperatorToken, undefined);
  assert.ok(await apiKeys.authenticate('app-preset-key-0001'));
  assert.ok(await operatorTokens.identify('preset-token-00001'));
});

forEachDatabase('a new preset key is added later, and a revoked one stays revoked', async (db) => {
  const { start, apiKeys } = prepare(db);
  const { madeApiKey } = await start(nothingPreset);
  await start({ ...nothingPreset, apiKey: 'app-preset-key-0002' });
  const opened = await apiKeys.authenticate('app-preset-key-0002');
  assert.equal(opened?.agentId, (await apiKeys.authenticate(madeApiKey!))?.agentId);

  await apiKeys.revoke(db.query, { agentId: opened!.agentId, keyId: opened!.keyId });
  await start({ ...nothingPreset, apiKey: 'app-preset-key-0002' });
  assert.equal(await apiKeys.authenticate('app-preset-key-0002'), undefined);
});

forEachDatabase(
  'a preset operator token ends when the setting changes or disappears, with its sessions',
  async (db) => {
    const { start, operatorTokens, sessions } = prepare(db);
    const openSession = async (token: string) => {
      const { id } = (await operatorTokens.identify(token))!;
      return (await sessions.open(db.query, { tokenId: id }, origin)).token;
    };
    await start({ ...nothingPreset, adminToken: 'preset-token-00001' });
    const first = await openSession('preset-token-00001');
    assert.deepEqual((await start({ ...nothingPreset, adminToken: 'preset-token-00002' })).notices, []);
    assert.equal(await operatorTokens.identify('preset-token-00001'), undefined);
    assert.equal(await sessions.identify(first), undefined);
    assert.ok(await operatorTokens.identify('preset-token-00002'));

    const second = await openSession('preset-token-00002');
    const { token: automation } = await operatorTokens.create(db.query, {
      name: 'automation',
      role: 'owner',
      workspaceId: null,
      expiresAtMs: null,
      createdBy: 'test',
    });
    const { notices, madeOperatorToken } = await start(nothingPreset);
    assert.match(notices.join(), /FRONTDESK_ADMIN_TOKEN no longer works, because the setting was removed/);
    assert.equal(madeOperatorToken, undefined, 'another token has all permissions');
    assert.equal(await operatorTokens.identify('preset-token-00002'), undefined);
    assert.equal(await sessions.identify(second), undefined);
    assert.ok(await operatorTokens.identify(automation), 'created tokens stay valid');

    await start({ ...nothingPreset, adminToken: 'preset-token-00001' });
    assert.ok(await operatorTokens.identify('preset-token-00001'), 'the settings may name it again');
  },
);

forEachDatabase('a revoked preset token stays revoked while the setting still names it', async (db) => {
  const { start, operatorTokens } = prepare(db);
  const config = { ...nothingPreset, adminToken: 'preset-token-00001' };
  await start(config);
  const { id } = (await operatorTokens.identify(config.adminToken))!;
  await operatorTokens.revoke(db.query, { id, workspaceId: null });
  const { notices, madeOperatorToken } = await start(config);
  assert.match(notices.join(), /stays revoked/);
  assert.equal(await operatorTokens.identify(config.adminToken), undefined);
  assert.ok(await operatorTokens.identify(madeOperatorToken!), 'a token is needed to sign in');
});

forEachDatabase('the settings may name the token that the first start printed', async (db) => {
  const { start, operatorTokens, operators, workspaces } = prepare(db);
  const { madeOperatorToken } = await start(nothingPreset);
  await start({ ...nothingPreset, adminToken: madeOperatorToken });
  const { id: workspaceId } = (await workspaces.list(undefined, { offset: 0, limit: 1 })).workspaces[0]!;
  const person = { email: 'anna@example.com', name: 'Anna', passwordHash: 'none' };
  const { id } = await operators.create(db.query, person);
  await operators.setRole(db.query, id, { workspaceId, role: 'owner' });
  assert.equal((await operatorTokens.identify(madeOperatorToken!))?.name, 'preset');
});

forEachDatabase(
  'the token of the first start ends when the first owner exists, also at a later start',
  async (db) => {
    const { start, operatorTokens, operators, sessions, workspaces } = prepare(db);
    const { madeOperatorToken: token } = await start(nothingPreset);
    const session = await sessions.open(
      db.query,
      {
        tokenId: (await operatorTokens.identify(token!))!.id,
      },
      origin,
    );
    const { id: workspaceId } = (await workspaces.list(undefined, { offset: 0, limit: 1 })).workspaces[0]!;
    const add = async (email: string, role: 'owner' | 'editor') => {
      const { id } = await operators.create(db.query, { email, name: email, passwordHash: 'none' });
      await operators.setRole(db.query, id, { workspaceId, role });
      return id;
    };
    await add('editor@example.com', 'editor');
    assert.ok(await operatorTokens.identify(token!), 'an editor is not an owner');
    const ownerId = await add('owner@example.com', 'owner');
    assert.equal(await operatorTokens.identify(token!), undefined);
    assert.equal(await sessions.identify(session.token), undefined);

    // As in an installation from before this rule.
    await db.query.updateTable('operator_tokens').set({ revoked_at: null }).execute();
    const again = await start(nothingPreset);
    assert.match(again.notices.join(), /first start no longer works/);
    assert.equal(again.madeOperatorToken, undefined);
    assert.equal(await operatorTokens.identify(token!), undefined);

    await operators.setDisabled(db.query, ownerId, true);
    const { madeOperatorToken } = await start(nothingPreset);
    assert.ok(
      await operatorTokens.identify(madeOperatorToken!),
      'nobody can sign in: a new token is printed',
    );
  },
);

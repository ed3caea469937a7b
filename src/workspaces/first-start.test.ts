import assert from 'node:assert/strict';
import { createTestClock } from '../../test/support/clock.ts';
import { forEachDatabase } from '../../test/support/databases.ts';
import { testEncryption } from '../../test/support/encryption.ts';
import { createOperatorTokens } from '../accounts/index.ts';
import { createAgents } from '../agents/index.ts';
import { createAudit } from '../audit/index.ts';
import { createApiKeys } from '../auth/index.ts';
import type { Database } from '../db/index.ts';
import { ensureFirstStart } from './first-start.ts';
import { createWorkspaces } from './workspaces.ts';

const nothingPreset = { apiKey: undefined, adminToken: undefined };

const prepare = (db: Database) => {
  const clock = createTestClock();
  const deps = {
    db,
    workspaces: createWorkspaces({ db, clock }),
    agents: createAgents({ db, clock, encryption: testEncryption }),
    apiKeys: createApiKeys({ db, clock }),
    operatorTokens: createOperatorTokens({ db, clock }),
    audit: createAudit({ db, clock }),
  };
  return {
    ...deps,
    start: (config: { apiKey: string | undefined; adminToken: string | undefined }) =>
      ensureFirstStart(deps, { config }),
  };
};

const count = async (db: Database, table: 'workspaces' | 'agents' | 'api_keys' | 'knowledge_bases') =>
  (await db.query.selectFrom(table).select('id').execute()).length;

forEachDatabase(
  'the first start makes a workspace, an agent, its key and an operator token, shown once',
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
    });
    assert.equal(await count(db, 'agents'), 1);
    assert.equal(await count(db, 'api_keys'), 1);
  },
);

forEachDatabase('starts at the same moment make one workspace between them', async (db) => {
  const { start } = prepare(db);
  const starts = await Promise.all(Array.from({ length: 5 }, () => start(nothingPreset)));
  assert.equal(starts.filter(({ isFirst }) => isFirst).length, 1);
  assert.equal(await count(db, 'workspaces'), 1);
  assert.equal(await count(db, 'api_keys'), 1);
});

forEachDatabase('preset secrets are taken over at the first start and are not shown', async (db) => {
  const { start, apiKeys, operatorTokens } = prepare(db);
  const first = await start({ apiKey: 'app-preset-key-0001', adminToken: 'preset-token-00001' });
  assert.equal(first.madeApiKey, undefined);
  assert.equal(first.madeOperatorToken, undefined);
  assert.ok(await apiKeys.authenticate('app-preset-key-0001'));
  assert.ok(await operatorTokens.identify('preset-token-00001'));
});

forEachDatabase('a preset key that is new is added later on; a revoked one stays revoked', async (db) => {
  const { start, apiKeys } = prepare(db);
  const { madeApiKey } = await start(nothingPreset);
  await start({ ...nothingPreset, apiKey: 'app-preset-key-0002' });
  const opened = await apiKeys.authenticate('app-preset-key-0002');
  assert.equal(opened?.agentId, (await apiKeys.authenticate(madeApiKey!))?.agentId);

  await apiKeys.revoke(db.query, { agentId: opened!.agentId, keyId: opened!.keyId });
  await start({ ...nothingPreset, apiKey: 'app-preset-key-0002' });
  assert.equal(await apiKeys.authenticate('app-preset-key-0002'), undefined);
});

forEachDatabase('a preset operator token replaces the earlier preset', async (db) => {
  const { start, operatorTokens } = prepare(db);
  await start({ ...nothingPreset, adminToken: 'preset-token-00001' });
  await start({ ...nothingPreset, adminToken: 'preset-token-00002' });
  assert.equal(await operatorTokens.identify('preset-token-00001'), undefined);
  assert.ok(await operatorTokens.identify('preset-token-00002'));
});

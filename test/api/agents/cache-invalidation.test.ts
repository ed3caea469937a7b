import assert from 'node:assert/strict';
import { createAgents } from '../../../src/agents/index.ts';
import { createApiKeys } from '../../../src/auth/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { createFlows } from '../../../src/flows/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { createWorkspaces } from '../../../src/workspaces/index.ts';
import { forEachDatabase } from '../../support/databases/databases.ts';
import { testEncryption } from '../../support/service/test-encryption.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

/** The time does not advance, so no cache entry expires. */
const open = async (db: Database) => {
  const clock = createTestClock();
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const workspace = await createWorkspaces({ db, clock }).create(db.query, { name: 'W' });
  const { id } = await agents.create(db.query, { workspaceId: workspace.id, name: 'first' });
  return {
    clock,
    id,
    agents,
    agent: (await agents.find(id))!,
    otherProcess: createAgents({ db, clock, encryption: testEncryption, createDefaultBase }),
    apiKeys: createApiKeys({ db, clock }),
    flows: createFlows({ db, clock }),
  };
};

const rollBack = async (db: Database, work: Parameters<Database['transaction']>[0]): Promise<void> => {
  const failing = db.transaction(async (tx) => {
    await work(tx);
    throw new Error('rolled back');
  });
  await assert.rejects(failing, /rolled back/);
};

forEachDatabase('a changed or deleted agent is read again after the commit, not before', async (db) => {
  const { agents, agent, id } = await open(db);
  await rollBack(db, (tx) => agents.update(tx, agent, { name: 'never' }));
  assert.equal(await agents.find(id), agent);
  const renamed = await db.transaction(async (tx) => {
    const changed = await agents.update(tx, agent, { name: 'second' });
    assert.equal((await agents.findIn(tx, id))?.name, 'second');
    return changed;
  });
  assert.equal((await agents.find(id))?.name, 'second');
  await agents.update(db.query, renamed, { name: 'third' });
  assert.equal((await agents.find(id))?.name, 'third');
  await rollBack(db, (tx) => agents.remove(tx, id));
  assert.equal((await agents.find(id))?.deleted, false);
  await db.transaction((tx) => agents.remove(tx, id));
  assert.equal((await agents.find(id))?.deleted, true);
});

forEachDatabase(
  'a change by another process is visible after a second, or when the newest is requested',
  async (db) => {
    const { agents, agent, otherProcess, clock, id } = await open(db);
    const renamed = await otherProcess.update(db.query, agent, { name: 'second' });
    assert.equal(await agents.find(id), agent);
    assert.equal((await agents.findNewest(id))?.name, 'second');
    assert.equal((await agents.find(id))?.name, 'second');
    await otherProcess.update(db.query, renamed, { name: 'third' });
    clock.advance(1000);
    assert.equal((await agents.find(id))?.name, 'third');
  },
);

forEachDatabase('created, revoked and expired keys take effect after the commit', async (db) => {
  const { apiKeys, clock, id: agentId } = await open(db);
  const opens = async (key: string) => (await apiKeys.authenticate(key)) !== undefined;
  assert.equal(await opens('app-second'), false);
  await rollBack(db, (tx) => apiKeys.create(tx, { agentId, name: 'k', key: 'app-second' }));
  assert.equal(await opens('app-second'), false);
  const { id: keyId } = await db.transaction((tx) =>
    apiKeys.create(tx, { agentId, name: 'k', key: 'app-second' }),
  );
  assert.equal(await opens('app-second'), true);
  await rollBack(db, (tx) => apiKeys.revoke(tx, { agentId, keyId }));
  assert.equal(await opens('app-second'), true);
  let meanwhile: Promise<boolean> | undefined;
  await db.transaction(async (tx) => {
    await apiKeys.revoke(tx, { agentId, keyId });
    clock.advance(1000);
    meanwhile = opens('app-second');
    // PostgreSQL returns the data committed before. SQLite answers after this transaction.
    if (db.kind === 'postgres') assert.equal(await meanwhile, true);
  });
  await meanwhile;
  assert.equal(await opens('app-second'), false);
  const third = await apiKeys.create(db.query, { agentId, name: 'k' });
  assert.equal(await opens(third.key), true);
  await db.transaction((tx) => apiKeys.expire(tx, { agentId, keyId: third.id, atMs: clock.nowMs() }));
  assert.equal(await opens(third.key), false);
});

forEachDatabase('calls use a version of a flow from the commit of its publication', async (db) => {
  const { flows, id: agentId } = await open(db);
  const graph = {
    nodes: [
      { id: 'start', name: 'Start', type: 'start' },
      { id: 'end', name: 'Reply', type: 'reply', text: 'Hello.' },
    ],
    edges: [{ from: 'start', to: 'end' }],
  };
  const published = async () => (await flows.published(agentId))?.version;
  const publish = { agentId, note: '', by: 'ada' };
  assert.equal(await published(), undefined);
  await flows.save(db.query, { agentId, revision: 0, graph });
  await rollBack(db, (tx) => flows.publish(tx, { ...publish, revision: 1 }));
  assert.equal(await published(), undefined);
  await db.transaction((tx) => flows.publish(tx, { ...publish, revision: 1 }));
  assert.equal(await published(), 1);
  await db.transaction((tx) => flows.publish(tx, { ...publish, revision: 1 }));
  assert.equal(await published(), 2);
  await db.transaction((tx) => flows.rollBack(tx, { agentId, version: 1 }));
  assert.equal(await published(), 1);
});

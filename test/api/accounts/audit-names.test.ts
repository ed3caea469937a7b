import assert from 'node:assert/strict';
import { createTestConsole } from '../../support/console/test-console.ts';
import { forEachDatabase } from '../../support/databases/databases.ts';

interface Entry {
  action: string;
  actor: string;
  actorKind: string;
  actorName: string | null;
  targetName: string | null;
}

forEachDatabase('audit entries have the names of actors and targets', async (db) => {
  const { asNew, asToken, workspace, audit } = await createTestConsole(db);
  const base = `/workspaces/${workspace.id}`;
  const read = async (action: string): Promise<Entry> =>
    (await asToken('GET', `/audit?action=${action}`)).body.items[0];
  const namesOf = async (action: string) => {
    const { actorKind, actorName, targetName } = await read(action);
    return [actorKind, actorName, targetName];
  };
  const owner = await asNew('owner');
  const ownerId = (await owner('GET', '/session')).body.id;

  const agent = (await owner('POST', `${base}/agents`, { name: 'Shop' })).body;
  assert.deepEqual(await namesOf('agent.create'), ['operator', 'New', 'Shop']);
  await owner('PATCH', `${base}/agents/${agent.id}`, { version: agent.version, name: 'Bakery' });
  assert.deepEqual(await namesOf('agent.create'), ['operator', 'New', 'Bakery']);

  await asToken('POST', `${base}/agents/${agent.id}/keys`, { name: 'Website' });
  const [kind, tokenName, keyName] = await namesOf('key.create');
  assert.deepEqual([kind, keyName], ['token', 'Website']);
  assert.equal(`token ${tokenName}`, (await read('key.create')).actor);

  await audit.record(db.query, {
    workspaceId: workspace.id,
    actor: 'command line',
    action: 'token.create',
    targetId: '0'.repeat(24),
    changes: { name: [null, 'Deploy'] },
  });
  assert.deepEqual(await namesOf('token.create'), ['command-line', null, 'Deploy']);
  await audit.record(db.query, {
    workspaceId: workspace.id,
    actor: 'nobody',
    action: 'session.refuse',
    targetId: '',
    changes: {},
  });
  assert.deepEqual(await namesOf('session.refuse'), ['unknown', null, null]);
  await audit.record(db.query, {
    workspaceId: workspace.id,
    actor: 'first start',
    action: 'workspace.create',
    targetId: workspace.id,
    changes: {},
  });
  assert.deepEqual((await namesOf('workspace.create')).slice(0, 2), ['first-start', null]);

  assert.equal((await asToken('DELETE', `${base}/operators/${ownerId}`)).status, 204);
  const removed = await read('operator.remove');
  assert.equal(removed.targetName, 'owner@example.com');
  const created = await read('agent.create');
  assert.deepEqual(
    [created.actor, created.actorKind, created.actorName],
    ['owner@example.com', 'operator', null],
  );
});

forEachDatabase('current names of a workspace are not shown to operators who left it', async (db) => {
  const { asNew, asToken, operators, workspace } = await createTestConsole(db);
  const other = (await asToken('POST', '/workspaces', { name: 'Other' })).body.id;
  const editor = await asNew('editor');
  const editorId = (await editor('GET', '/session')).body.id;
  await db.transaction((tx) => operators.setRole(tx, editorId, { workspaceId: other, role: 'viewer' }));
  const agent = (await editor('POST', `/workspaces/${workspace.id}/agents`, { name: 'Shop' })).body;
  await asToken('PATCH', `/workspaces/${workspace.id}/agents/${agent.id}`, {
    version: agent.version,
    name: 'Secret plan',
  });
  const targetName = async () => (await editor('GET', '/audit?action=agent.create')).body.items[0].targetName;
  assert.equal(await targetName(), 'Secret plan');
  await db.query.deleteFrom('memberships').where('workspace_id', '=', workspace.id).execute();
  assert.equal(await targetName(), 'Shop');
});

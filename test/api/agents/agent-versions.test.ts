import assert from 'node:assert/strict';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { testService } from '../../support/service/service.ts';

/** Saves the agent with the version that was read last. */
const save = async ({ call, agent }: ConsoleCalls, change: object) => {
  const { version } = (await call('GET', agent)).body;
  const saved = await call('PATCH', agent, { version, ...change });
  assert.equal(saved.status, 200, saved.text);
  return saved.body;
};

const versionsOf = async ({ call, agent }: ConsoleCalls, query = '') =>
  (await call('GET', `${agent}/versions${query}`)).body;

const differences = async ({ call, agent }: ConsoleCalls, from: number, to: number) =>
  (await call('GET', `${agent}/versions/${to}/differences?from=${from}`)).body.items;

const restore = async (
  { call, agent }: ConsoleCalls,
  version: number,
  body: { currentVersion?: number; note?: string } = {},
) => {
  const { version: currentVersion } = (await call('GET', agent)).body;
  return call('POST', `${agent}/versions/${version}/restore`, { currentVersion, ...body });
};

testService('every saved change is a version with author, time and note', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const editor = await calls.signIn('editor');
  await save(calls, { settings: { prompt: 'Be brief.' }, note: 'Shorter answers' });
  const { version } = (await calls.call('GET', calls.agent)).body;
  await editor('PATCH', calls.agent, { version, name: 'Desk' });
  // Nothing changed: no version.
  await save(calls, { name: 'Desk' });

  const { items, total } = await versionsOf(calls);
  assert.equal(total, 3);
  assert.deepEqual(
    items.map((one: Record<string, unknown>) => [one.version, one.name, one.note, one.createdBy, one.isLive]),
    [
      [3, 'Desk', '', 'editor@example.com', true],
      [2, 'Default', 'Shorter answers', 'token preset', false],
      [1, 'Default', '', 'first start', false],
    ],
  );
  assert.ok(Math.abs(Date.parse(items[0].createdAt) - Date.now()) < 60_000);
  const page = await versionsOf(calls, '?page=2&pageSize=2');
  assert.deepEqual([page.items.length, page.items[0].version, page.total], [1, 1, 3]);

  assert.equal((await calls.call('PATCH', `${calls.agent}/versions/2`, { note: 'Shorter' })).status, 204);
  assert.equal((await versionsOf(calls)).items[1].note, 'Shorter');
  assert.equal((await calls.call('PATCH', `${calls.agent}/versions/9`, { note: '' })).status, 404);
  const long = await calls.call('PATCH', `${calls.agent}/versions/2`, { note: 'x'.repeat(501) });
  assert.deepEqual([long.status, /note/.test(long.body.message)], [400, true]);
});

testService(
  'two versions are compared field by field, without the values of secrets',
  {},
  async (service) => {
    const calls = await openConsoleCalls(service);
    const secret = 'Bearer secret-of-the-test';
    const tool = {
      name: 'orders',
      description: 'Finds an order',
      method: 'GET',
      url: 'https://api.example.com/orders',
      headers: { Authorization: secret },
      parameters: { type: 'object', properties: {} },
    };
    await save(calls, { settings: { prompt: 'One.\nTwo.', tools: { http: [tool] } } });
    await save(calls, {
      name: 'Desk',
      settings: {
        prompt: 'One.\n2.',
        tools: { http: [{ ...tool, headers: { Authorization: `${secret}-2` } }] },
      },
    });
    assert.deepEqual(await differences(calls, 2, 3), [
      { field: 'name', kind: 'text', before: 'Default', after: 'Desk' },
      { field: 'settings.prompt', kind: 'text', before: 'One.\nTwo.', after: 'One.\n2.' },
      { field: 'settings.tools.http[orders].headers.Authorization', kind: 'secret', change: 'changed' },
    ]);
    assert.deepEqual(
      (await differences(calls, 2, 1)).find(({ field }: { field: string }) =>
        field.includes('Authorization'),
      ),
      { field: 'settings.tools.http[orders].headers.Authorization', kind: 'secret', change: 'removed' },
    );
    assert.deepEqual(await differences(calls, 2, 2), []);
    const shown = await calls.call('GET', `${calls.agent}/versions/2`);
    assert.equal(shown.body.settings.prompt, 'One.\nTwo.');
    assert.doesNotMatch(shown.text, /secret-of-the-test/);
    const missing = await calls.call('GET', `${calls.agent}/versions/2/differences?from=9`);
    assert.deepEqual([missing.status, missing.body.message], [404, 'The agent has no version 9']);
  },
);

testService('a restored version is a new version with the current secrets', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const tool = (url: string, headers: object) => ({
    name: 'orders',
    description: 'Finds an order',
    method: 'GET',
    url,
    headers,
    parameters: { type: 'object', properties: {} },
  });
  const [first, second] = ['first-secret-of-the-test', 'second-secret-of-the-test'];
  const signing = (value: string) => [`whsec_${Buffer.from(value.padEnd(30, '.')).toString('base64')}`];
  await save(calls, {
    settings: {
      prompt: 'Old.',
      tools: { http: [tool('https://a.example/orders', { Authorization: first, 'X-Key': first })] },
      webhook: { url: 'https://hooks.example/a', signingSecrets: signing(first) },
    },
  });
  await save(calls, {
    name: 'Desk',
    settings: {
      prompt: 'New.',
      tools: { http: [tool('https://a.example/orders', { Authorization: second })] },
      webhook: { url: 'https://hooks.example/b', signingSecrets: signing(second) },
    },
  });
  await save(calls, { apiEnabled: false });

  const restored = await restore(calls, 2, { note: 'The new prompt was too terse' });
  assert.equal(restored.status, 200, restored.text);
  assert.deepEqual(restored.body.oldSecrets, ['tools.http[orders].headers.X-Key']);
  assert.deepEqual(restored.body.warnings, []);
  const { agent } = restored.body;
  assert.deepEqual(
    [agent.version, agent.name, agent.settings.prompt, agent.apiEnabled],
    [5, 'Default', 'Old.', false],
  );
  const { settings } = (await service.app.rooms.agents.findNewest(calls.agentId))!;
  assert.equal(settings.webhook.url, 'https://hooks.example/a');
  assert.deepEqual(settings.webhook.signingSecrets, signing(second));
  assert.deepEqual(settings.tools.http[0]!.headers, { Authorization: second, 'X-Key': first });

  const [newest] = (await versionsOf(calls)).items;
  assert.deepEqual(
    [newest.version, newest.restoredFrom, newest.note],
    [5, 2, 'The new prompt was too terse'],
  );
  const stale = await restore(calls, 2, { currentVersion: 4 });
  assert.deepEqual([stale.status, /has version 5, not 4/.test(stale.body.message)], [409, true]);
  assert.equal((await restore(calls, 99)).status, 404);
  const entries = await service.app.db.query
    .selectFrom('audit_entries')
    .select(['action', 'changes'])
    .execute();
  const entry = entries.find(({ action }) => action === 'agent-version.restore')!;
  assert.deepEqual(JSON.parse(entry.changes).restoredVersion, [null, 2]);
  assert.doesNotMatch(entry.changes, /of-the-test/);
});

testService(
  'a version that names deleted things is refused or restored with a warning',
  {},
  async (service) => {
    const calls = await openConsoleCalls(service);
    const connection = await calls.call('POST', `${calls.base}/model-connections`, {
      name: 'Own',
      provider: 'openai',
      baseUrl: 'https://models.example/v1',
      apiKey: 'sk-of-the-test-1234567890',
      headers: {},
      models: [{ name: 'small' }],
    });
    assert.equal(connection.status, 201, connection.text);
    const { id: connectionId } = connection.body;
    await save(calls, { settings: { model: { provider: 'connection', connectionId, name: 'small' } } });
    const groups = await calls.call('POST', `${calls.agent}/knowledge-bases`, { name: 'Prices' });
    await save(calls, { settings: { model: null, knowledge: { groupIds: [groups.body.id] } } });
    await save(calls, { settings: { knowledge: { groupIds: null } } });
    assert.equal((await calls.call('DELETE', `${calls.base}/model-connections/${connectionId}`)).status, 204);
    assert.equal(
      (await calls.call('DELETE', `${calls.agent}/knowledge-bases/${groups.body.id}`)).status,
      204,
    );

    const refused = await restore(calls, 2);
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /^settings\.model: the workspace has no model connection/);
    const warned = await restore(calls, 3);
    assert.equal(warned.status, 200, warned.text);
    assert.deepEqual(warned.body.warnings, [
      `settings.knowledge.groupIds: the agent has no knowledge base ${groups.body.id}`,
    ]);
  },
);

testService(
  'versions follow the roles, stay in their workspace and end with the agent',
  {},
  async (service) => {
    const calls = await openConsoleCalls(service);
    await save(calls, { settings: { prompt: 'Two.' } });
    const viewer = await calls.signIn('viewer');
    assert.equal((await viewer('GET', `${calls.agent}/versions`)).status, 200);
    assert.equal(
      (await viewer('POST', `${calls.agent}/versions/1/restore`, { currentVersion: 2 })).status,
      403,
    );
    const other = await calls.call('POST', '/console/api/workspaces', { name: 'Other' });
    const foreign = `/console/api/workspaces/${other.body.id}/agents/${calls.agentId}/versions/1`;
    assert.equal((await calls.call('GET', foreign)).status, 404);
    assert.equal((await calls.call('DELETE', calls.agent)).status, 204);
    assert.equal((await calls.call('GET', `${calls.agent}/versions`)).status, 404);
    assert.deepEqual(await service.app.db.query.selectFrom('agent_versions').select('id').execute(), []);
  },
);

testService('the oldest versions are removed beyond 500, but not the one in use', {}, async (service) => {
  const calls = await openConsoleCalls(service);
  const { db } = service.app;
  const first = await db.query.selectFrom('agent_versions').selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: 499 }, (_, index) => ({
    ...first,
    id: `${calls.agentId}:${index + 2}`,
    version: index + 2,
  }));
  for (let at = 0; at < rows.length; at += 50)
    await db.query
      .insertInto('agent_versions')
      .values(rows.slice(at, at + 50))
      .execute();
  await db.query.updateTable('agents').set({ version: 500 }).execute();
  await save(calls, { name: 'Desk' });
  const { items, total } = await versionsOf(calls);
  assert.deepEqual([total, items[0].version], [500, 501]);
  assert.equal((await calls.call('GET', `${calls.agent}/versions/1`)).status, 404);
  assert.equal((await calls.call('GET', `${calls.agent}/versions/2`)).status, 200);
});

testService(
  'a change of an earlier release without a version is added with the next change',
  {},
  async (service) => {
    const calls = await openConsoleCalls(service);
    await service.app.db.query.updateTable('agents').set({ version: 2, name: 'Renamed' }).execute();
    await save(calls, { settings: { prompt: 'Be kind.' } });
    const { items } = await versionsOf(calls);
    assert.deepEqual(
      items.map(({ version, name, createdBy }: Record<string, unknown>) => [version, name, createdBy]),
      [
        [3, 'Renamed', 'token preset'],
        [2, 'Renamed', ''],
        [1, 'Default', 'first start'],
      ],
    );
  },
);

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createEncryption } from '../encryption/index.ts';
import { newSecretKey } from '../lib/secret-key.ts';
import { createModelConnections } from './model-connections.ts';

const workspaceId = 'workspace';
const apiKey = 'sk-key-of-a-connection';

const input = {
  name: 'Own server',
  provider: 'openai' as const,
  settings: {
    baseUrl: 'https://models.example.com/v1',
    apiKey,
    headers: { 'X-Gateway': 'secret of the gateway' },
    models: [{ name: 'small', contextTokens: null, price: null }],
  },
};

forEachDatabase('another process uses a changed connection after a second', async (db) => {
  const { query } = db;
  await query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'w', balance_nano: null, reserved_nano: 0, created_at: 1 })
    .execute();
  const clock = createTestClock();
  const encryption = createEncryption(newSecretKey());
  const [one, other] = [1, 2].map(() => createModelConnections({ db, clock, encryption }));
  const before = await other!.ofWorkspace(workspaceId);
  const { id } = await one!.create(query, workspaceId, input);
  const reference = { provider: 'connection' as const, connectionId: id, name: 'small' };
  assert.equal(before.find(reference), undefined);
  clock.advance(1000);
  const after = await other!.ofWorkspace(workspaceId);
  assert.deepEqual(after.find(reference)?.config, {
    provider: 'openai',
    name: 'small',
    baseUrl: input.settings.baseUrl,
    apiKey,
    headers: input.settings.headers,
  });
  clock.advance(1000);
  assert.equal(await other!.ofWorkspace(workspaceId), after, 'unchanged models keep their object');
});

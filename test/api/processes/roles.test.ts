import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { ConfigError, loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { base64 } from '../../support/knowledge/documents.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { testApiKey } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

const headers = { authorization: `Bearer ${testApiKey}` };

test('on SQLite one process does everything', () => {
  assert.equal(loadConfig({}, 'none.yaml').role, 'all');
  for (const role of ['api', 'worker'])
    assert.throws(() => loadConfig({ FRONTDESK_ROLE: role }, 'none.yaml'), ConfigError);
});

test('an api process answers and runs no jobs; a worker runs them and serves only health and metrics', {
  skip: skipWithout('postgres'),
}, async (context) => {
  const { url, drop } = await createMigratedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-roles-'));
  const start = async (role: string) => {
    const settings = {
      DATABASE_URL: url,
      FRONTDESK_ROLE: role,
      FRONTDESK_SECRET_KEY: testSecretKey,
      FRONTDESK_API_KEY: testApiKey,
      FRONTDESK_DATA_DIR: join(folder, role),
    };
    const config = loadConfig(settings, 'none.yaml');
    return createApp({ config, log: createLogger('silent'), embedders: wordEmbedders() });
  };
  const api = await start('api');
  let worker: Awaited<ReturnType<typeof start>> | undefined;
  context.after(async () => {
    await worker?.close();
    await api.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const added = await api.server.inject({
    method: 'POST',
    url: '/v1/bot/doc/text/add',
    headers,
    payload: {
      chunk_token: 200,
      files: [{ file_name: 'a.txt', file_base64: base64('The pool is heated.') }],
    },
  });
  const id = added.json().doc[0].doc_id;
  const status = async () =>
    (await api.server.inject({ url: `/v1/bot/data/detail/list?data_ids=${id}`, headers })).json()[0]
      .data_status;
  await api.rooms.jobs.idle();
  assert.notEqual(await status(), 'AVAILABLE');
  const metrics = (await api.server.inject({ url: '/metrics' })).body;
  assert.match(metrics, /frontdesk_jobs_due\{queue="[^"]+"\} 1\b/);
  assert.match(metrics, /frontdesk_jobs_waiting_seconds\{queue="[^"]+"\} \d/);

  worker = await start('worker');
  await eventually('the worker has read the document', async () => (await status()) === 'AVAILABLE');
  const found = await api.server.inject({
    method: 'POST',
    url: '/v1/vector/match',
    headers,
    payload: { prompt: 'is the pool heated' },
  });
  assert.equal(found.json().list[0].data_id, id);
  for (const [path, expected] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/v1/bot/conversation/page', 404],
    ['/console/api/workspaces', 404],
    ['/docs', 404],
  ] as const)
    assert.equal((await worker.server.inject({ url: path, headers })).statusCode, expected, path);
});

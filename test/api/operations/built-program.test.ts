// In a process of its own: it builds the service, which starts threads of the bundler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBuiltProgram } from '../../../src/cli/find-built-program.mjs';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.ts';
import { eventually } from '../../support/time/eventually.ts';

const root = join(import.meta.dirname, '../../..');

/** The modules of an own thread of the log, which is not bundled. */
const separate =
  /\/node_modules\/(?:pino|pino-std-serializers|@pinojs\/redact|quick-format-unescaped|sonic-boom|atomic-sleep|on-exit-leak-free|thread-stream|safe-stable-stringify|real-require|process-warning)\//;

const loadedModules = async (service: ServiceProcess): Promise<string[]> => {
  const answered = once(service.process, 'message') as Promise<[string[]]>;
  service.process.send('loaded?');
  return (await answered)[0].filter((url) => !url.startsWith('node:'));
};

const textOf = async (response: Response): Promise<string> => {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
};

test('the built service works, and its start loads neither source files nor packages that it needs later', async (context) => {
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  assert.ok(findBuiltProgram(root));
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-built-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startServiceProcess(
    { FRONTDESK_DATA_DIR: folder },
    { preload: new URL('../../support/service/loaded-modules-probe.ts', import.meta.url) },
  );
  context.after(() => service.kill());
  const { post, get } = service;

  const { conversation_id } = JSON.parse(await textOf(await post('/v1/conversation', { user_id: 'ada' })));
  const ask = (content: string) =>
    post('/v2/conversation/message', { conversation_id, messages: [{ role: 'user', content }] });
  await textOf(await ask('Hello!'));
  const loaded = await loadedModules(service);
  assert.ok(loaded.some((url) => url.includes('/dist/server/')));
  assert.deepEqual(
    loaded.filter((url) => url.endsWith('.ts')),
    [],
    'source files',
  );
  assert.deepEqual(
    loaded.filter((url) => url.includes('/node_modules/') && !separate.test(url)),
    [],
    'packages',
  );

  // Threads and child processes are found beside the program, assets in src.
  const file = {
    file_name: 'shop.md',
    file_base64: btoa('# Returns\n\nGoods can be returned within 30 days.'),
  };
  const { doc } = JSON.parse(
    await textOf(await post('/v1/bot/doc/text/add', { chunk_token: 300, files: [file] })),
  );
  await eventually('the document is searchable', async () => {
    const [state] = JSON.parse(await textOf(await get(`/v1/bot/data/detail/list?data_ids=${doc[0].doc_id}`)));
    return state.data_status === 'AVAILABLE';
  });
  assert.match(await textOf(await ask('Until when can I return goods?')), /within 30 days/);
  assert.match(await textOf(await get('/docs')), /<h1>Frontdesk API/);
  assert.match(await textOf(await get('/docs/reference.css')), /\{/);
  assert.equal(await service.terminate(), 0);
});

// In a process of its own: it builds the service, which starts threads of the bundler.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { noticesPath } from '../../../scripts/generated/generated-paths.ts';
import { testApiKey, testOperatorToken } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const root = join(import.meta.dirname, '../../..');

const run = (program: string, args: string[], cwd: string): void =>
  void execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });

/** Starts the installed program as an operator does, and resolves with its address. */
const startInstalled = async (
  folder: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; address: string }> => {
  const child = spawn(join(folder, 'node_modules/.bin/frontdesk'), ['serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', FRONTDESK_LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const look = (bytes: Buffer): void => {
      output += bytes;
      const found = /API +(http:\/\/\S+)/.exec(output);
      if (found) resolve(found[1]!);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  return { child, address };
};

test('a packed release that is installed without development packages serves everything', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-release-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  run(process.execPath, ['scripts/build.ts'], root);
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const place = join(folder, 'empty');
  mkdirSync(place);
  run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', join(folder, archive)], place);
  const installed = join(place, 'node_modules/frontdesk');
  assert.ok(!existsSync(join(place, 'node_modules/vite')), 'development packages are not installed');
  assert.ok(!existsSync(join(installed, 'src/app.ts')), 'source files are not part of it');
  assert.match(readFileSync(join(installed, noticesPath), 'utf8'), /THIRD-PARTY NOTICES/);
  assert.ok(existsSync(join(installed, 'dist/openapi.console.json')));

  const { child, address } = await startInstalled(place, {
    FRONTDESK_DATA_DIR: join(folder, 'data'),
    FRONTDESK_API_KEY: testApiKey,
    FRONTDESK_ADMIN_TOKEN: testOperatorToken,
  });
  context.after(() => child.kill('SIGKILL'));
  const call = async (path: string, body?: object, key = testApiKey): Promise<string> => {
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text.slice(0, 500)}`);
    return text;
  };

  const page = await call('/console');
  const script = /src="([^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script, page);
  assert.ok((await call(script)).length > 10_000);
  for (const path of ['/widget.js', '/search.js']) assert.doesNotMatch(await call(path), /not built/);
  assert.match(await call('/docs'), /<h1>Frontdesk API/);
  assert.match(await call('/docs/reference.css'), /\{/);
  assert.match(await call('/docs/guides/streaming'), /<h1/);
  assert.match(JSON.parse(await call('/openapi.json')).openapi, /^3\.1\./);

  // A document needs the thread that chunks it, the process that reads it and the embedding model.
  const { conversation_id } = JSON.parse(await call('/v1/conversation', { user_id: 'ada' }));
  const { doc } = JSON.parse(
    await call('/v1/bot/doc/text/add', {
      chunk_token: 300,
      files: [
        {
          file_name: 'shop.html',
          file_base64: btoa('<h1>Returns</h1><p>Goods can be returned within 30 days.'),
        },
      ],
    }),
  );
  await eventually('the document is searchable', async () => {
    const [state] = JSON.parse(await call(`/v1/bot/data/detail/list?data_ids=${doc[0].doc_id}`));
    assert.notEqual(state.data_status, 'FAIL');
    return state.data_status === 'AVAILABLE';
  });
  const answer = await call('/v2/conversation/message', {
    conversation_id,
    messages: [{ role: 'user', content: 'Until when can I return goods?' }],
  });
  assert.match(answer, /within 30 days/);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { clientFiles } from '../../scripts/api-types/client-files.ts';
import { buildPackage } from '../../scripts/packages/build-packages.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let folder: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-client-'));
  const installed = join(folder, 'node_modules/@frontdesk/client');
  mkdirSync(installed, { recursive: true });
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  writeFileSync(join(installed, 'package.json'), readFileSync(join(root, 'packages/client/package.json')));
  await buildPackage('client', join(installed, 'dist'));
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the types of the clients are those of openapi.json; "npm run openapi" renews them', async () => {
  for (const { path, write } of clientFiles)
    assert.ok(readFileSync(path, 'utf8') === (await write()), `${path} is out of date`);
});

test('the package is at most 15 KB and imports nothing, except its entry for Node.js', () => {
  const dist = join(folder, 'node_modules/@frontdesk/client/dist');
  const code = readFileSync(join(dist, 'index.js'), 'utf8');
  assert.ok(Buffer.byteLength(code) <= 15 * 1024, `${Buffer.byteLength(code)} bytes`);
  assert.doesNotMatch(code, /\bimport\b\s*[({"'*]|\bfrom\s*["']/);
  assert.match(readFileSync(join(dist, 'node.js'), 'utf8'), /from "node:fs"/);
});

test('an installed package has types, and wrong input is a type error', async () => {
  const source = join(folder, 'use.ts');
  writeFileSync(
    source,
    `import { Frontdesk, type StreamEvent } from '@frontdesk/client';
import { openFile } from '@frontdesk/client/node';
const client = new Frontdesk({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' });
export const id: Promise<{ conversation_id: string }> = client.createConversation({ user_id: 'ada' });
export const events: AsyncIterable<StreamEvent> = client.streamMessage({ conversation_id: 'c', messages: [] });
export const upload = async () => client.uploadDocuments([await openFile('a.md')]);
export const names = async () => {
  for await (const { conversation_id } of client.iterate('listConversations')) conversation_id.toUpperCase();
};
void client.getAgent();
// @ts-expect-error user_id is a text
void client.createConversation({ user_id: 7 });
// @ts-expect-error the input is required
void client.createConversation();
// @ts-expect-error there are no pages of it
void client.iterate('getAgent');
`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, source], {
    cwd: folder,
  }).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
});

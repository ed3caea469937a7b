import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

/** An installation whose package `node` is a shell script, and a program that starts itself with it. */
const createInstallation = (context: TestContext, script?: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-own-node-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(import.meta.dirname, 'run-in-own-node.mjs'), join(folder, 'run-in-own-node.mjs'));
  writeFileSync(
    join(folder, 'program.mjs'),
    "import { runInOwnNode } from './run-in-own-node.mjs'; runInOwnNode(99);",
  );
  if (script === undefined) return folder;
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
  const node = join(folder, 'node_modules/node/bin/node');
  writeFileSync(node, `#!/bin/sh\n${script}\n`);
  chmodSync(node, 0o755);
  return folder;
};

const start = (folder: string, args: string[], environment: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [join(folder, 'program.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  );
  return { child, ended };
};

test('an older Node starts the Node of the installation, with the same arguments and exit code', async (context) => {
  const folder = createInstallation(context, 'echo "$(basename "$1") $2 $3"; exit 7');
  assert.deepEqual(await start(folder, ['key', 'list']).ended, { code: 7, output: 'program.mjs key list\n' });
});

test('signals reach the Node of the installation', async (context) => {
  const folder = createInstallation(
    context,
    "trap 'echo stopped; exit 0' TERM; echo ready; while :; do sleep 0.05; done",
  );
  const { child, ended } = start(folder, ['serve']);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  assert.deepEqual(await ended, { code: 0, output: 'ready\nstopped\n' });
});

test('without another Node, or if that one is too old as well, the error says what is needed', async (context) => {
  const without = await start(createInstallation(context), []).ended;
  assert.equal(without.code, 1);
  assert.match(without.output, /^frontdesk: Node 99 or newer is needed, and this is \d/);
  const old = createInstallation(context, 'exit 0');
  assert.equal((await start(old, [], { FRONTDESK_STARTED_BY_NODE: '20.0.0' }).ended).code, 1);
});

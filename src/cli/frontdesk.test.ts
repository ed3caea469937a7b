import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const program = join(import.meta.dirname, 'frontdesk.mjs');

const run = (args: string[], settings: NodeJS.ProcessEnv, cwd: string, isOutputRead = true) =>
  new Promise<{ code: number | null; errors: string }>((resolve) => {
    const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
    const child = spawn(process.execPath, [program, ...args], { cwd, env });
    let errors = '';
    if (!isOutputRead) child.stdout.destroy();
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('close', (code) => resolve({ code, errors }));
  });

test('the program ends with an exit code and one line, even if the port is in use', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-cli-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  context.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const settings = {
    PORT: String(port),
    FRONTDESK_DATA_DIR: join(folder, 'data'),
    FRONTDESK_LOG_LEVEL: 'silent',
  };
  const { code, errors } = await run(['serve'], settings, folder);
  assert.equal(code, 1);
  assert.equal(errors, `frontdesk: 127.0.0.1:${port} is in use by another program; set PORT to a free one\n`);
  assert.equal((await run(['dance'], settings, folder)).code, 2);
});

test('a command whose output is closed continues silently', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-cli-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { FRONTDESK_DATA_DIR: join(folder, 'data') };
  assert.deepEqual(await run(['doctor'], settings, folder, false), { code: 0, errors: '' });
});

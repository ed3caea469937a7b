import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';

const root = join(import.meta.dirname, '../../..');

/** Fails when the server is created. Jobs, heartbeats and threads already run by then. */
const failingTimeouts = {
  get checkMs(): number {
    throw new Error('no server');
  },
};

const makeFolder = (context: { after(done: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-failed-start-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('after a failed start the data folder is free for the next one', async (context) => {
  const config = loadConfig({ FRONTDESK_DATA_DIR: makeFolder(context) }, 'none.yaml');
  const log = createLogger('silent');
  await assert.rejects(createApp({ config, log, timeouts: failingTimeouts }), /no server/);
  const app = await createApp({ config, log });
  assert.equal((await app.rooms.processes.list()).length, 1);
  await app.close();
});

test('a process whose start fails ends by itself', async (context) => {
  const program = `
    import { createApp } from './src/app.ts';
    import { loadConfig } from './src/config/index.ts';
    import { createLogger } from './src/logger.ts';
    const timeouts = { get checkMs() { throw new Error('no server'); } };
    const config = loadConfig(process.env, 'none.yaml');
    await createApp({ config, log: createLogger('silent'), timeouts }).catch(({ message }) => console.log(message));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { ...process.env, FRONTDESK_DATA_DIR: makeFolder(context) },
    // Generous: if its timers were not stopped, the process would never end.
    timeout: 60_000,
  });
  assert.equal(stdout.trim(), 'no server');
});

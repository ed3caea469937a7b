import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createTestDatabase } from '../support/databases/postgres.ts';
import { texts } from '../support/faults/pull-process.ts';
import { storedTexts } from '../support/platforms/pulled-platform.ts';
import { skipWithout } from '../support/runner/test-groups.ts';

const program = join(import.meta.dirname, '../support/faults/pull-process.ts');

/** Each kills the process that got a request about new messages, after the request was stored. */
const faults = [
  { name: 'the request is stored, but not acknowledged', fault: 'update-stored@1:kill' },
  { name: 'the platform is being asked', fault: 'fetching' },
  { name: 'the first page is written, but not committed', fault: 'update-storing@1:kill' },
  { name: 'the second page is written, but not committed', fault: 'update-storing@2:kill' },
  { name: 'the end of the job is written, but not committed', fault: 'job-finishing@1:kill' },
  { name: 'the job has ended', fault: 'job-finished@1:kill' },
];

const start = async (installation: string, ...args: string[]) => {
  const child = spawn(process.execPath, [program, installation, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
};

const check = async (installation: string, fault: string, open: () => Promise<Database>): Promise<void> => {
  assert.equal(await start(installation, 'first', '', fault), 'SIGKILL');
  assert.equal(await start(installation, 'second', 'first', ''), 0);
  const db = await open();
  try {
    assert.deepEqual(await storedTexts(db), texts, 'every message is stored once');
    const jobs = await db.query
      .selectFrom('jobs')
      .select('id')
      .where('queue', '=', 'channel-updates')
      .execute();
    assert.equal(jobs.length, texts.length, 'every message is processed once');
    const pull = await db.query.selectFrom('channel_pulls').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([pull.cursor, pull.failures, pull.hint], [String(texts.length), 0, null]);
  } finally {
    await db.close();
  }
};

for (const { name, fault } of faults) {
  test(`killed when ${name}: every message is fetched and stored once (sqlite)`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
    try {
      await check(folder, fault, () => openSqlite(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test(`killed when ${name}: every message is fetched and stored once (postgres)`, {
    skip: skipWithout('postgres'),
  }, async () => {
    const { url, drop } = await createTestDatabase();
    try {
      await check(url, fault, () => openPostgres(url));
    } finally {
      await drop();
    }
  });
}

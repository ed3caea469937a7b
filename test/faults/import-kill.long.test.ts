import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createTestDatabase } from '../support/databases/postgres.ts';
import { skipWithout } from '../support/runner/test-groups.ts';

const program = join(import.meta.dirname, '../support/faults/import-process.ts');
const rowCount = 550;

/** Where each process dies. The last one finishes. */
const deaths = [
  ['1', 'inside'],
  ['2', 'inside'],
  ['1', 'after'],
  ['2', 'after'],
  ['0', 'never'],
] as const;

const importUnderFire = async (installation: string): Promise<void> => {
  for (const [number, [transaction, when]] of deaths.entries()) {
    const args = [program, installation, String(number), String(rowCount), transaction, when];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    assert.equal(signal ?? code, when === 'never' ? 0 : 'SIGKILL');
  }
};

const check = async (db: Database): Promise<void> => {
  try {
    const rows = await db.query.selectFrom('records').select('value').orderBy('record_no').execute();
    assert.deepEqual(
      rows.map((row) => JSON.parse(row.value)[0]),
      Array.from({ length: rowCount }, (_, position) => position),
    );
    const task = await db.query.selectFrom('record_imports').selectAll().executeTakeFirstOrThrow();
    assert.equal(task.status, 'AVAILABLE');
    assert.equal(task.success_count, rowCount);
    const table = await db.query.selectFrom('agent_tables').selectAll().executeTakeFirstOrThrow();
    assert.equal(table.record_count, rowCount);
    const entries = await db.query.selectFrom('record_values').select('key').execute();
    assert.equal(entries.length, rowCount);
    assert.equal((await db.query.selectFrom('record_import_rows').selectAll().execute()).length, 0);
  } finally {
    await db.close();
  }
};

test('an import killed before and after its commits stores every row once (sqlite)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  try {
    await importUnderFire(folder);
    await check(await openSqlite(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an import killed before and after its commits stores every row once (postgres)', {
  skip: skipWithout('postgres'),
}, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    await importUnderFire(url);
    await check(await openPostgres(url, { maxConnections: 2 }));
  } finally {
    await drop();
  }
});

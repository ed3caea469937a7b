import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../../test/support/time/eventually.ts';
import { openSqlite, sqliteFileName } from './open-sqlite.ts';

test('checkpoints run while the log is being written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-checkpoint-'));
  const db = await openSqlite(folder);
  const path = join(folder, sqliteFileName);
  try {
    const before = statSync(path).size;
    const name = 'x'.repeat(100_000);
    let written = 0;
    const write = async (): Promise<void> => {
      const rows = Array.from({ length: 20 }, () => ({
        id: `w${written++}`,
        name,
        balance_nano: null,
        reserved_nano: 0,
        created_at: 0,
      }));
      await db.transaction((tx) => tx.insertInto('workspaces').values(rows).execute());
    };
    await eventually('the database file has grown', async () => {
      if (written < 2000) await write();
      return statSync(path).size > before + 4 * 1024 * 1024;
    });
    const { length } = await db.query.selectFrom('workspaces').select('id').execute();
    assert.equal(length, written);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

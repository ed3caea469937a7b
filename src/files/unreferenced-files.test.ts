import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { openFiles } from '../../test/support/files/open-files.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import type { Database } from '../db/index.ts';
import { filePath } from './index.ts';

const workspaceId = 'f'.repeat(24);
const hourMs = 60 * 60 * 1000;

forEachDatabase('an unreferenced file is removed, and a referenced one stays', async (db) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-files-'));
  try {
    await db.query
      .insertInto('workspaces')
      .values({ id: workspaceId, name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 })
      .execute();
    const clock = createTestClock();
    const files = openFiles({ db, clock, folder });
    const store = async (name: string, isUnreferenced: boolean): Promise<string> => {
      const source = { bytes: Buffer.from(name) };
      return (await files.store({ workspaceId, name, mediaType: 'text/plain', source, isUnreferenced })).id;
    };
    const [lost, kept, settled] = [
      await store('lost', true),
      await store('kept', true),
      await store('settled', false),
    ];
    await db.transaction((tx) => files.markReferenced(tx, [kept]));
    await assert.rejects(
      db.transaction(async (tx) => {
        await files.markReferenced(tx, [lost]);
        throw new Error('the reference is not stored');
      }),
    );
    clock.advance(hourMs);
    const young = await store('young', true);
    await files.sweepUnreferenced(clock.nowMs() - hourMs / 2);
    assert.equal(await files.find(lost), undefined);
    assert.equal(existsSync(filePath(folder, lost)), false);
    for (const id of [kept, settled, young]) assert.ok((await files.read(id)).length > 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const someoneWaits = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query);
  return rows.length > 0;
};

forEachDatabase('discarding removes only files that no transaction references', async (db) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-files-'));
  try {
    await db.query
      .insertInto('workspaces')
      .values({ id: workspaceId, name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 })
      .execute();
    const files = openFiles({ db, clock: createTestClock(), folder });
    const store = async (name: string): Promise<string> => {
      const source = { bytes: Buffer.from(name) };
      return (await files.store({ workspaceId, name, mediaType: 'text/plain', source, isUnreferenced: true }))
        .id;
    };
    const [lost, kept, late] = [await store('lost'), await store('kept'), await store('late')];
    await db.transaction((tx) => files.markReferenced(tx, [kept]));
    await files.discard([lost, kept]);
    assert.equal(await files.find(lost), undefined);
    assert.equal(existsSync(filePath(folder, lost)), false);
    assert.equal(Buffer.from(await files.read(kept)).toString(), 'kept');

    let discarding: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await files.markReferenced(tx, [late]);
      discarding = files.discard([late]);
      // SQLite runs one transaction after the other. On PostgreSQL the test checks that the deletion waits.
      if (db.kind === 'postgres') await eventually('discarding waits', () => someoneWaits(db));
    });
    await discarding;
    assert.equal(Buffer.from(await files.read(late)).toString(), 'late');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

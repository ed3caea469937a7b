import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { type Handle, migrate, openSqlite } from './index.ts';

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-open-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

test('a second process on the same folder fails with the id of the first', () =>
  inFolder(async (folder) => {
    const first = await openSqlite(folder);
    await assert.rejects(openSqlite(folder), new RegExp(`in use by process ${process.pid} `));
    await first.close();
    await (await openSqlite(folder)).close();
  }));

test('a command may open the folder of a running service', () =>
  inFolder(async (folder) => {
    const service = await openSqlite(folder);
    const command = await openSqlite(folder, { exclusive: false });
    assert.deepEqual(await command.query.selectFrom('workspaces').selectAll().execute(), []);
    await command.close();
    await service.close();
  }));

test('work that still waits for the disk while SQLite is closed is released', () =>
  inFolder(async (folder) => {
    const db = await openSqlite(folder);
    const closing = db.close();
    const late: Promise<void>[] = [];
    // In each turn of the event loop until it is closed, and after it.
    for (let closed = false; !closed; ) {
      late.push(db.durable());
      closed = await Promise.race([
        closing.then(() => true),
        new Promise<boolean>((resolve) => setImmediate(resolve, false)),
      ]);
    }
    late.push(db.durable());
    await Promise.all(late);
  }));

test('SQLite runs with a write-ahead log, normal syncing and foreign keys', () =>
  inFolder(async (folder) => {
    const db = await openSqlite(folder);
    const pragma = async (name: string) =>
      Object.values((await sql.raw(`pragma ${name}`).execute(db.query)).rows[0] as object)[0];
    assert.equal(await pragma('journal_mode'), 'wal');
    assert.equal(await pragma('synchronous'), 1);
    assert.equal(await pragma('foreign_keys'), 1);
    assert.equal(await pragma('busy_timeout'), 5000);
    await db.close();
  }));

const asUnknown = (handle: Handle) => handle as unknown as Parameters<typeof migrate>[0];

forEachDatabase('migrating again does nothing', async (db) => {
  assert.deepEqual(await migrate(asUnknown(db.query)), []);
});

forEachDatabase('a database that is newer than the program is rejected by migration name', async (db) => {
  const future = { '9999-from-the-future': { up: async () => {} } };
  const { migrations } = await import('../../migrations/index.ts');
  await migrate(asUnknown(db.query), { known: { ...(migrations as object), ...future } as never });
  await assert.rejects(migrate(asUnknown(db.query)), /newer than this program.*9999-from-the-future/);
});

forEachDatabase('a migration that fails leaves nothing', async (db) => {
  const { migrations } = await import('../../migrations/index.ts');
  const broken = {
    '9999-broken': {
      up: async (handle: Parameters<typeof migrate>[0]) => {
        await sql`create table half_done (id integer)`.execute(handle);
        throw new Error('out of luck');
      },
    },
  };
  await assert.rejects(
    migrate(asUnknown(db.query), { known: { ...(migrations as object), ...broken } as never }),
    /9999-broken failed: out of luck/,
  );
  await assert.rejects(sql`select * from half_done`.execute(db.query));
});

forEachDatabase('the database itself rejects an invalid row', async (db) => {
  const agent = {
    id: 'a',
    workspace_id: 'no such workspace',
    name: 'x',
    kind: 'simple',
    api_enabled: 1,
    settings: '{}',
    version: 1,
    created_at: 0,
    updated_at: 0,
    deleted_at: null,
  } as const;
  await assert.rejects(db.query.insertInto('agents').values(agent).execute());
  const workspace = { id: 'w', name: 'W', balance_nano: -1, reserved_nano: 0, created_at: 0 };
  await assert.rejects(db.query.insertInto('workspaces').values(workspace).execute());
});

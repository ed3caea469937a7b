import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/support/databases/postgres.ts';
import { looseModes } from '../../test/support/files/loose-modes.ts';
import { skipWithout } from '../../test/support/runner/test-groups.ts';
import { createCommandLine } from '../../test/support/service/command-line.ts';
import { type Database, openPostgres, openSqlite } from '../db/index.ts';

const addWorkspace = (db: Database, id: string) =>
  db.query
    .insertInto('workspaces')
    .values({ id, name: id, balance_nano: null, reserved_nano: 0, created_at: 1 })
    .execute();

const workspaceIds = async (db: Database): Promise<string[]> =>
  (await db.query.selectFrom('workspaces').select('id').orderBy('id').execute()).map(({ id }) => id);

test('a backup made while the service writes is restored completely, and existing data is kept', async (context) => {
  const { run, folder, dataDir } = createCommandLine(context);
  const service = await openSqlite(dataDir);
  await addWorkspace(service, 'before');
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'ab', 'one'), 'first file');
  const backup = join(folder, 'backup');
  const made = await run(['backup', backup]);
  assert.equal(made.code, 0, made.errors);
  await addWorkspace(service, 'later');
  writeFileSync(join(dataDir, 'files', 'ab', 'two'), 'second file');

  const whileRunning = await run(['restore', backup, '--force']);
  assert.equal(whileRunning.code, 1);
  assert.match(whileRunning.errors, /in use by process/);
  await service.close();
  const withoutForce = await run(['restore', backup]);
  assert.equal(withoutForce.code, 1);
  assert.match(withoutForce.errors, /--force/);

  assert.equal((await run(['restore', backup, '--force'])).code, 0);
  const restored = await openSqlite(dataDir);
  assert.deepEqual(await workspaceIds(restored), ['before']);
  await restored.close();
  assert.equal(readFileSync(join(dataDir, 'files', 'ab', 'one'), 'utf8'), 'first file');
  assert.equal(existsSync(join(dataDir, 'files', 'ab', 'two')), false);
  const replaced = readdirSync(dataDir).find((name) => name.startsWith('before-restore-'))!;
  const old = await openSqlite(join(dataDir, replaced), { migrate: false });
  assert.deepEqual(await workspaceIds(old), ['before', 'later']);
  await old.close();
});

test('a damaged, incomplete or unknown backup is refused before anything is changed', async (context) => {
  const { run, folder, dataDir } = createCommandLine(context);
  const service = await openSqlite(dataDir);
  await service.close();
  const backup = join(folder, 'backup');
  await run(['backup', backup]);
  rmSync(dataDir, { recursive: true });
  const refused = async (message: RegExp) => {
    const { code, errors } = await run(['restore', backup]);
    assert.equal(code, 1);
    assert.match(errors, message);
    assert.equal(existsSync(join(dataDir, 'frontdesk.sqlite')), false);
  };
  const manifest = join(backup, 'manifest.json');
  const whole = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, whole.replace('frontdesk.sqlite', '../secret'));
  await refused(/forbidden path \.\.\/secret/);
  writeFileSync(manifest, whole.replace('"sqlite"', '"postgres"'));
  await refused(/of a postgres database/);
  writeFileSync(manifest, whole);
  appendFileSync(join(backup, 'frontdesk.sqlite'), 'x');
  await refused(/frontdesk\.sqlite was changed/);
  rmSync(join(backup, 'frontdesk.sqlite'));
  await refused(/frontdesk\.sqlite is missing/);
  rmSync(manifest);
  await refused(/is not a backup/);
});

test('a backup is never written to a folder that is not empty', async (context) => {
  const { run, folder, dataDir } = createCommandLine(context);
  await (await openSqlite(dataDir)).close();
  const { code, errors } = await run(['backup', folder]);
  assert.equal(code, 1);
  assert.match(errors, /is not empty/);
});

test('a PostgreSQL database is dumped and restored', { skip: skipWithout('postgres') }, async (context) => {
  const { url, drop } = await createTestDatabase();
  context.after(drop);
  const service = await openPostgres(url, { maxConnections: 2 });
  context.after(() => service.close());
  await addWorkspace(service, 'before');
  const { run, folder } = createCommandLine(context, { DATABASE_URL: url });
  const backup = join(folder, 'backup');
  const made = await run(['backup', backup]);
  if (/pg_dump is not installed|server version mismatch/.test(made.errors)) return context.skip(made.errors);
  assert.equal(made.code, 0, made.errors);
  assert.deepEqual(looseModes(backup), []);
  await addWorkspace(service, 'later');
  assert.match((await run(['restore', backup])).errors, /--force/);
  const restored = await run(['restore', backup, '--force']);
  assert.equal(restored.code, 0, restored.errors);
  assert.deepEqual(await workspaceIds(service), ['before']);
});

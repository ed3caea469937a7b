import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createMigratedDatabase } from '../../../../test/support/databases/databases.ts';
import { skipWithout } from '../../../../test/support/runner/test-groups.ts';
import { createCommandLine } from '../../../../test/support/service/command-line.ts';
import { type Database, openPostgres } from '../../../db/index.ts';

const pageBytes = 8192;

/**
 * Changes the file of an index like a broken disk. A new index is written past the server's buffers, so the server
 * reads the file next. The server writes the file itself, because it may run under another account.
 */
const damageIndex = async (db: Database, index: string, change: (file: Buffer) => void): Promise<void> => {
  const { query } = db;
  await db.transaction(async (tx) => {
    // Otherwise the commit reads a small index into the buffers.
    await sql`set local wal_skip_threshold = 0`.execute(tx);
    await sql`reindex index ${sql.id(index)}`.execute(tx);
  });
  const { rows } = await sql<{ path: string; bytes: Buffer }>`
    select path, pg_read_binary_file(path) as bytes
    from (select pg_relation_filepath(${index}::regclass) as path) as file`.execute(query);
  const { path, bytes } = rows[0]!;
  change(bytes);
  const stored = await sql<{ oid: number }>`select lo_from_bytea(0, ${bytes}) as oid`.execute(query);
  await sql`select lo_export(${sql.lit(Number(stored.rows[0]!.oid))}, ${path})`.execute(query);
};

const openDamaged = async (context: TestContext, statements: readonly string[]) => {
  const { url, drop } = await createMigratedDatabase();
  const { run } = createCommandLine(context, { DATABASE_URL: url });
  const db = await openPostgres(url, { migrate: false });
  context.after(async () => {
    await db.close();
    await drop();
  });
  await sql`insert into workspaces (id, name, reserved_nano, created_at)
    select lpad(number::text, 24, '0'), 'W', 0, number from generate_series(1, 2000) as number`.execute(
    db.query,
  );
  for (const statement of statements) await sql.raw(statement).execute(db.query);
  return { db, doctor: () => run(['doctor', '--integrity']) };
};

const onPostgres = { skip: skipWithout('postgres') };

test(
  'a damaged index is named with its table and the command that repairs it',
  onPostgres,
  async (context) => {
    const { db, doctor } = await openDamaged(context, ['create extension amcheck']);
    const whole = await doctor();
    assert.equal(whole.code, 0, whole.out);
    assert.match(whole.out, /^ok +Structure +\d+ tables are intact$/m);
    assert.match(whole.out, /^ok +Structure +\d+ btree indexes are intact$/m);

    // Puts keys of the second page, which is the first leaf, in the wrong places. The page itself looks valid.
    await damageIndex(db, 'workspaces_pkey', (file) => {
      const leaf = file.subarray(pageBytes, 2 * pageBytes);
      const key = Buffer.from('0'.repeat(20));
      for (let at = leaf.indexOf(key); at !== -1; at = leaf.indexOf(key, at + 1)) leaf[at] = 0x39;
    });
    const { code, out } = await doctor();
    assert.equal(code, 1, out);
    assert.match(
      out,
      /^fail +Structure +index workspaces_pkey of table workspaces is broken \(.*\): run REINDEX INDEX CONCURRENTLY workspaces_pkey/m,
    );
    assert.equal(out.match(/^fail +Structure/gm)?.length, 1, out);
    await sql`reindex index concurrently workspaces_pkey`.execute(db.query);
    assert.equal((await doctor()).code, 0);
  },
);

test('an index whose pages cannot be read is named, also without amcheck', onPostgres, async (context) => {
  const { db, doctor } = await openDamaged(context, [
    'create table agent_kinds (id integer)',
    'create index agent_kinds_by_id on agent_kinds using hash (id)',
  ]);
  const whole = await doctor();
  assert.equal(whole.code, 0, whole.out);
  assert.match(
    whole.out,
    /^warn +Structure +tables and btree indexes were not checked \(the extension amcheck/m,
  );
  assert.match(
    whole.out,
    /^note +Not checked +1 hash index \(agent_kinds_by_id\): .*REINDEX INDEX CONCURRENTLY/m,
  );
  assert.match(whole.out, /^note +Not checked +the server's own catalogs/m);
  const { rows } = await sql<{ on: string }>`select current_setting('data_checksums') as on`.execute(
    db.query,
  );
  assert.equal(/^note +Not checked +bytes inside rows/m.test(whole.out), rows[0]!.on === 'off');

  // The first table that is read after connecting.
  await damageIndex(db, 'operators_pkey', (file) => file.fill(0x5a));
  await damageIndex(db, 'workspaces_pkey', (file) => file.fill(0x5a));
  const { code, out } = await doctor();
  assert.equal(code, 1, out);
  assert.match(out, /^fail +Structure +index workspaces_pkey of table workspaces is broken/m);
  assert.match(out, /REINDEX INDEX CONCURRENTLY workspaces_pkey/);
  assert.doesNotMatch(out, /look at DATABASE_URL/);
});

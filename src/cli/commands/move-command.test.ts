import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/support/databases/postgres.ts';
import { seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { createCommandLine } from '../../../test/support/service/command-line.ts';
import { type Database, openPostgres, openSqlite } from '../../db/index.ts';
import { listTableNames } from '../move/target-tables.ts';

const skip = skipWithout('postgres');

const fileId = 'f'.repeat(24);

/** Texts with special characters of lists and patterns, extreme numbers, all byte values, missing values. */
const awkward = ['', 'NULL', '{a,"b"}', "it's \\ \\N \\x00", 'üñ 漢 🎈', '\u0001\t\r\n', '"', ',', '{}'];

const fill = async (db: Database): Promise<void> => {
  const { workspaceId, agentId } = await seedConversation(db, []);
  await db.query
    .insertInto('user_properties')
    .values(
      awkward.map((value, index) => ({
        agent_id: agentId,
        user_id: value,
        name: value,
        value,
        updated_at: Number.MAX_SAFE_INTEGER - index,
      })),
    )
    .execute();
  await db.query
    .insertInto('files')
    .values({
      id: fileId,
      workspace_id: workspaceId,
      name: 'a.bin',
      media_type: 'x/y',
      size_bytes: 3,
      // SHA-256 of "abc".
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      created_at: 1,
    })
    .execute();
  const chunk = { agent_id: agentId, document_id: 'd', upload_id: 'u', heading_path: '', content: 'c' };
  for (const position of [0, 1])
    await db.query
      .insertInto('chunks')
      .values({
        id: `c${position}`,
        ...chunk,
        position,
        token_count: 1,
        term_count: 1,
        terms: Uint8Array.from({ length: 256 }, (_, value) => value),
      })
      .execute();
  const vector = Float32Array.from([0.1, -1e-38, 3.4e38, 1 / 3]);
  await db.query
    .insertInto('chunk_vectors')
    .values({
      chunk_number: 1,
      model: 'm',
      agent_id: agentId,
      document_id: 'd',
      upload_id: 'u',
      dimension: 4,
      vector: new Uint8Array(vector.buffer),
    })
    .execute();
  // The row with the newest number was deleted.
  await db.query.deleteFrom('chunks').where('position', '=', 1).execute();
};

const prepare = async (context: TestContext) => {
  const { url, drop } = await createTestDatabase();
  context.after(drop);
  const commandLine = createCommandLine(context);
  const service = await openSqlite(commandLine.dataDir);
  await fill(service);
  await service.close();
  const folder = join(commandLine.dataDir, 'files', 'ff');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, fileId), 'abc');
  return {
    ...commandLine,
    file: join(folder, fileId),
    move: () => commandLine.run(['move', '--to', url]),
    withTarget: async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
      const db = await openPostgres(url, { maxConnections: 2, migrate: false });
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    },
  };
};

test('rows, vectors, bytes, numbers and files are unchanged', { skip }, async (context) => {
  const { dataDir, move, withTarget } = await prepare(context);
  const database = join(dataDir, 'frontdesk.sqlite');
  const before = readFileSync(database);
  const { code, out, errors } = await move();
  assert.equal(code, 0, errors);
  assert.match(out, /user_properties: 9 rows, checksum [0-9a-f]{32}/);
  assert.match(out, /and 1 files .* all counts and checksums match/);
  assert.deepEqual(readFileSync(database), before);
  await withTarget(async ({ query }) => {
    const properties = await query.selectFrom('user_properties').selectAll().execute();
    assert.deepEqual(properties.map(({ value }) => value).sort(), awkward.toSorted());
    assert.ok(properties.every(({ user_id, value }) => user_id === value));
    const newest = Math.max(...properties.map((row) => row.updated_at));
    assert.equal(newest, Number.MAX_SAFE_INTEGER);
    const { rows } = await sql<{ vector: string }>`select vector::text from chunk_vectors`.execute(query);
    assert.deepEqual(
      Float32Array.from(JSON.parse(rows[0]!.vector)),
      Float32Array.from([0.1, -1e-38, 3.4e38, 1 / 3]),
    );
    const [chunk] = await query.selectFrom('chunks').selectAll().execute();
    assert.deepEqual([...chunk!.terms], [...Array(256).keys()]);
    const [piece] = await query.selectFrom('file_pieces').selectAll().execute();
    assert.equal(Buffer.from(piece!.bytes).toString(), 'abc');
    // Number 2 was used before.
    const { number, ...again } = { ...chunk!, id: 'next', position: 9 };
    assert.equal(number, 1);
    const next = await query.insertInto('chunks').values(again).returning('number').executeTakeFirst();
    assert.equal(next!.number, 3);
  });

  const twice = await move();
  assert.equal(twice.code, 1);
  assert.match(twice.errors, /The target is not empty: its table \w+ has rows/);
  await withTarget(async ({ query }) =>
    assert.equal((await query.selectFrom('user_properties').selectAll().execute()).length, 9),
  );
});

test('a failed move leaves the target empty, and the next one succeeds', {
  skip,
}, async (context) => {
  const { move, withTarget, file } = await prepare(context);
  const failed = async (message: RegExp) => {
    const { code, errors } = await move();
    assert.equal(code, 1);
    assert.match(errors, message);
    assert.deepEqual(await withTarget(({ query }) => listTableNames(query)), []);
  };
  writeFileSync(file, 'abd');
  await failed(/File f+ \(a\.bin\) is damaged in the data folder/);
  writeFileSync(file, 'abc');
  await withTarget(({ query }) => sql`create table theirs (id int)`.execute(query));
  const { code, errors } = await move();
  assert.equal(code, 1);
  assert.match(errors, /it has a table theirs that is not from Frontdesk/);
  assert.deepEqual(await withTarget(({ query }) => listTableNames(query)), ['theirs']);
  await withTarget(({ query }) => sql`drop table theirs`.execute(query));
  assert.equal((await move()).code, 0);
});

test('a folder in use, an older or missing database and a wrong address are refused at once', async (context) => {
  const { run, dataDir } = createCommandLine(context);
  // No server listens there, and the command does not connect.
  const move = () => run(['move', '--to', 'postgres://127.0.0.1:1/none']);
  assert.match((await move()).errors, /There is no database in/);
  assert.equal((await run(['move', '--to', 'mysql://x/y'])).code, 2);
  assert.equal((await run(['move'])).code, 2);
  const service = await openSqlite(dataDir);
  assert.match((await move()).errors, /in use by process/);
  await sql`delete from schema_migrations where name like '0009%'`.execute(service.query);
  await service.close();
  assert.match((await move()).errors, /older than this program: run "frontdesk migrate" first/);
});

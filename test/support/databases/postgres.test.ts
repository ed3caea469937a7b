import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { skipWithout } from '../runner/test-groups.ts';
import { createTestDatabase } from './postgres.ts';

const skip = skipWithout('postgres');

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('the test server is PostgreSQL 15 or newer and orders vectors and trigrams', {
  skip,
}, async (context) => {
  const database = await createTestDatabase();
  context.after(database.drop);
  const [version] = (await rows(database.url, 'show server_version_num')) as { server_version_num: string }[];
  assert.ok(Number(version?.server_version_num) >= 150_000);
  await rows(database.url, 'create extension vector; create extension pg_trgm');
  await rows(
    database.url,
    'create table point (name text, place vector(2)); create index on point using hnsw (place vector_cosine_ops)',
  );
  await rows(database.url, `insert into point values ('east', '[1,0]'), ('north', '[0,1]')`);
  assert.deepEqual(await rows(database.url, `select name from point order by place <=> '[0.2,0.9]'`), [
    { name: 'north' },
    { name: 'east' },
  ]);
  assert.deepEqual(await rows(database.url, `select name from point where name % 'nort'`), [
    { name: 'north' },
  ]);
});

test('text is UTF-8 and compares by code point in any locale', { skip }, async (context) => {
  const database = await createTestDatabase();
  context.after(database.drop);
  const sorted = await rows(database.url, `select t from unnest(array['é', 'Z', 'a', '您']) t order by t`);
  assert.deepEqual(sorted, [{ t: 'Z' }, { t: 'a' }, { t: 'é' }, { t: '您' }]);
});

test('a dropped test database is gone even while a connection is open', { skip }, async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await database.drop();
  await assert.rejects(rows(database.url, 'select 1'), { code: '3D000' });
  await client.end().catch(() => {});
});

test('a template is prepared once, and its copies are independent', {
  skip,
}, async (context) => {
  let preparations = 0;
  const template = {
    name: 'support_example',
    prepare: async (url: string) => {
      preparations += 1;
      await rows(url, 'create table note (text text)');
    },
  };
  const databases = await Promise.all([createTestDatabase(template), createTestDatabase(template)]);
  for (const { drop } of databases) context.after(drop);
  assert.equal(preparations, 1);
  await rows(databases[0].url, `insert into note values ('mine')`);
  assert.deepEqual(await rows(databases[0].url, 'select * from note'), [{ text: 'mine' }]);
  assert.deepEqual(await rows(databases[1].url, 'select * from note'), []);
});

test('a template whose preparation failed is prepared again', {
  skip,
}, async (context) => {
  const name = 'support_failure';
  const failing = async (url: string) => {
    await rows(url, 'create table half (id int)');
    throw new Error('preparation failed');
  };
  await assert.rejects(createTestDatabase({ name, prepare: failing }), /preparation failed/);
  const database = await createTestDatabase({
    name,
    prepare: async (url) => {
      await rows(url, 'create table whole (id int)');
    },
  });
  context.after(database.drop);
  await rows(database.url, 'select * from whole');
  await assert.rejects(rows(database.url, 'select * from half'), { code: '42P01' });
});

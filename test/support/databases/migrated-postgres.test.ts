import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { postgresUrl, skipWithout } from '../runner/test-groups.ts';
import { createMigratedDatabase } from './migrated-postgres.ts';
import { dropTestDatabases, withClient } from './postgres.ts';

const skip = skipWithout('postgres');

// Its own run name, so that no other process uses the databases of this test.
const runBefore = process.env.FRONTDESK_TEST_RUN;
before(() => {
  process.env.FRONTDESK_TEST_RUN = `reuse${process.pid}`;
});
after(async () => {
  const server = postgresUrl();
  if (server) await dropTestDatabases(server);
  if (runBefore === undefined) delete process.env.FRONTDESK_TEST_RUN;
  else process.env.FRONTDESK_TEST_RUN = runBefore;
});

const ask = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  let rows: Record<string, unknown>[] = [];
  await withClient(url, async (client: pg.Client) => {
    rows = (await client.query<Record<string, unknown>>(statement)).rows;
  });
  return rows;
};

const identify = async (url: string): Promise<unknown> =>
  (await ask(url, 'select oid from pg_database where datname = current_database()'))[0]?.oid;

const addWorkspace = `insert into workspaces (id, name, reserved_nano, created_at) values ('w', 'W', 0, 1)`;

test('a database with an unchanged schema is reused without its rows', { skip }, async () => {
  const first = await createMigratedDatabase();
  const id = await identify(first.url);
  await ask(first.url, addWorkspace);
  await ask(first.url, `select nextval(seqrelid::regclass) from pg_sequence`);
  await first.drop();
  const second = await createMigratedDatabase();
  assert.equal(await identify(second.url), id);
  assert.notEqual(second.url, first.url);
  assert.deepEqual(await ask(second.url, 'select * from workspaces'), []);
  const next = await ask(second.url, `select nextval(seqrelid::regclass)::int as value from pg_sequence`);
  assert.ok(next.length > 0 && next.every(({ value }) => value === 1));
  await second.drop();
});

test('two databases at the same time are different', { skip }, async () => {
  const [one, other] = await Promise.all([createMigratedDatabase(), createMigratedDatabase()]);
  await ask(one.url, addWorkspace);
  assert.deepEqual(await ask(other.url, 'select * from workspaces'), []);
  await Promise.all([one.drop(), other.drop()]);
});

for (const [change, statement] of Object.entries({
  'another table': 'create table other (id int)',
  'another index': 'create index other on workspaces (name)',
  'another column': 'alter table workspaces add column other int',
  'another constraint': 'alter table agents add check (true)',
  'a migration of the future': `insert into schema_migrations (name, timestamp) values ('9999-future', '')`,
}))
  test(`a database with ${change} is not reused`, { skip }, async () => {
    const spoilt = await createMigratedDatabase();
    const id = await identify(spoilt.url);
    await ask(spoilt.url, statement);
    await spoilt.drop();
    assert.deepEqual(await ask(postgresUrl()!, `select 1 from pg_database where oid = ${id}`), []);
  });

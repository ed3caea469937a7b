import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/support/databases/postgres.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { prepared } from '../prepared.ts';
import { openPostgres } from './open-postgres.ts';

const nameOf = prepared<{ id: string }, { name: string }>((db, value) =>
  db.selectFrom('workspaces').select('name').where('id', '=', value('id')),
);
const wholeRow = prepared<{ id: string }, Record<string, unknown>>((db, value) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', value('id')),
);

const skip = skipWithout('postgres');

test('statements of a round are planned once, and still work after an upgrade by another process', {
  skip,
}, async () => {
  const database = await createTestDatabase();
  const db = await openPostgres(database.url, { maxConnections: 1 });
  try {
    const workspace = { id: 'w', name: 'Home', balance_nano: null, reserved_nano: 0, created_at: 1 };
    await db.query.insertInto('workspaces').values(workspace).execute();
    const planned = async () =>
      (
        await sql<{ statement: string }>`select statement from pg_prepared_statements
          where statement like 'select%from "workspaces"%'`.execute(db.query)
      ).rows;
    for (let times = 0; times < 10; times++) {
      assert.deepEqual(await nameOf(db.query, { id: 'w' }), [{ name: 'Home' }]);
      assert.equal((await wholeRow(db.query, { id: 'w' }))[0]!.name, 'Home');
    }
    assert.deepEqual(
      (await planned()).map(({ statement }) => statement),
      ['select "name" from "workspaces" where "id" = $1'],
    );
    await sql`alter table workspaces add column later text not null default 'new'`.execute(db.query);
    assert.deepEqual(await nameOf(db.query, { id: 'w' }), [{ name: 'Home' }]);
    assert.equal((await wholeRow(db.query, { id: 'w' }))[0]!.later, 'new');
  } finally {
    await db.close();
    await database.drop();
  }
});

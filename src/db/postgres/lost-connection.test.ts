import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { breakAt } from '../../../test/support/databases/database-proxy.ts';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { ConnectionLostError } from '../connection-lost.ts';
import { openPostgres } from './open-postgres.ts';

const skip = skipWithout('postgres');

test('a connection that breaks in a transaction fails only the transaction', {
  skip,
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const failing = db.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db.query);
      // The error arrives between two statements, when no statement is running.
      await delay(100);
      await sql`select 1`.execute(tx);
    });
    await assert.rejects(failing);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db.query);
    assert.deepEqual(rows, [{ one: 1 }]);
  } finally {
    await release();
  }
});

test('a read whose connection breaks is repeated on another one, a write is not', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const locked = async (statement: string): Promise<unknown> => {
      const { finished } = await breakAt(db, { table: 'workspaces', blocks: 'everything' }, () =>
        sql.raw(statement).execute(db.query),
      );
      return finished;
    };
    const read = (await locked('select 1 as one from workspaces')) as { rows: unknown[] };
    assert.deepEqual(read.rows, []);
    await assert.rejects(locked("update workspaces set name = 'x'"), ConnectionLostError);
  } finally {
    await release();
  }
});

test('a server that cannot be reached is a lost connection', async () => {
  await assert.rejects(openPostgres('postgres://nobody@127.0.0.1:1/none'), ConnectionLostError);
});

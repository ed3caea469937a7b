import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import type { Handle } from '../../db/index.ts';
import { createLimitedRead } from './limited-read.ts';

const sleep = (tx: Handle, seconds: number) =>
  sql<{ done: number }>`select 1 as done from pg_sleep(${seconds})`.execute(tx);

test('a statement of a search that takes too long is ended, and its connection can be used again', {
  skip: skipWithout('postgres'),
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const read = createLimitedRead(db, { timeoutMs: 50 });
    await assert.rejects(
      read(undefined, (tx) => sleep(tx, 600)),
      { name: 'AppError', kind: 'unavailable', message: 'The search took too long. Try again later' },
    );
    const { rows: running } = await sql`select from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%'
        and pid <> pg_backend_pid()`.execute(db.query);
    assert.deepEqual(running, []);
    // As many as there are connections: the limit does not stay set.
    const limits = await Promise.all(
      Array.from({ length: 20 }, () =>
        sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db.query),
      ),
    );
    assert.deepEqual([...new Set(limits.map(({ rows }) => rows[0]!.limit))], ['0']);
    assert.equal((await read(undefined, (tx) => sleep(tx, 0))).rows[0]!.done, 1);
  } finally {
    await release();
  }
});

test('nothing is sent for a caller who has left, and other errors stay as they are', {
  skip: skipWithout('postgres'),
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const read = createLimitedRead(db);
    let calls = 0;
    const signal = AbortSignal.abort();
    await assert.rejects(
      read(signal, async () => {
        calls += 1;
      }),
      { name: 'AbortError' },
    );
    assert.equal(calls, 0);
    await assert.rejects(
      read(undefined, (tx) => sql`select 1 / 0`.execute(tx)),
      /division by zero/,
    );
  } finally {
    await release();
  }
});

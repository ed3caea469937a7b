import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import type { Database } from '../database.ts';

const workspace = (id: string) => ({ id, name: id, balance_nano: null, reserved_nano: 0, created_at: 0 });

const withDatabase = async (work: (db: Database) => Promise<void>): Promise<void> => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    await work(db);
  } finally {
    await release();
  }
};

const names = async (db: Database): Promise<string[]> =>
  (await db.query.selectFrom('workspaces').select('id').orderBy('id').execute()).map(({ id }) => id);

test('a transaction that shares a commit may fail without the others', () =>
  withDatabase(async (db) => {
    const insert = (id: string, fails = false) =>
      db.transaction(async (tx) => {
        await tx.insertInto('workspaces').values(workspace(id)).execute();
        if (fails) throw new Error(`no ${id}`);
        return id;
      });
    const results = await Promise.allSettled([insert('a'), insert('b', true), insert('c'), insert('a')]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.deepEqual(await names(db), ['a', 'c']);
  }));

test('transactions run one after the other, in the order of the calls', () =>
  withDatabase(async (db) => {
    const calls: string[] = [];
    const step = (name: string) =>
      db.transaction(async (tx) => {
        calls.push(`${name} begins`);
        await tx.selectFrom('workspaces').selectAll().execute();
        calls.push(`${name} ends`);
      });
    await Promise.all([step('one'), step('two')]);
    assert.deepEqual(calls, ['one begins', 'one ends', 'two begins', 'two ends']);
  }));

test('a statement outside sees nothing of a transaction before its commit', () =>
  withDatabase(async (db) => {
    let seen: Promise<string[]> | undefined;
    await db.transaction(async (tx) => {
      await tx.insertInto('workspaces').values(workspace('a')).execute();
      seen = names(db);
      await tx.insertInto('workspaces').values(workspace('b')).execute();
    });
    // It waited for the connection and therefore for the commit, so it never sees a part of the transaction.
    assert.deepEqual(await seen, ['a', 'b']);
  }));

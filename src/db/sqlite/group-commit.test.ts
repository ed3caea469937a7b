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

test('a statement that shares a commit may fail without the others and leaves nothing', () =>
  withDatabase(async (db) => {
    const write = (...ids: string[]) =>
      db.write((handle) => handle.insertInto('workspaces').values(ids.map(workspace)).execute());
    const results = await Promise.allSettled([
      write('a'),
      write('b', 'a'),
      db.transaction((tx) => tx.insertInto('workspaces').values(workspace('c')).execute()),
      write('d'),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(await names(db), ['a', 'c', 'd']);
  }));

test('a single statement is stored when its call ends', () =>
  withDatabase(async (db) => {
    await db.write((handle) => handle.insertInto('workspaces').values(workspace('a')).execute());
    assert.deepEqual(await names(db), ['a']);
    const again = db.write((handle) => handle.insertInto('workspaces').values(workspace('a')).execute());
    await assert.rejects(again, /UNIQUE constraint failed/);
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

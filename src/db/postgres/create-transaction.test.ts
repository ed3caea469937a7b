import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from 'kysely';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { prepared } from '../prepared.ts';
import type { Schema } from '../schema/index.ts';
import { storeTogether } from '../store-together.ts';

const insert = prepared<{ id: string; name: string }, never>((db, value) =>
  db
    .insertInto('workspaces')
    .values({ id: value('id'), name: value('name'), balance_nano: null, reserved_nano: 0, created_at: 0 }),
);
const rename = prepared<{ id: string; name: string }, { name: string }>((db, value) =>
  db
    .updateTable('workspaces')
    .set((eb) => ({ name: eb('name', '||', value('name')) }))
    .where('id', '=', value('id'))
    .returning('name'),
);
const skip = skipWithout('postgres');

test('concurrent statements run in the order of the calls', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const letters = await db.transaction(async (tx) => {
      const inserted = insert(tx, { id: 'w', name: '' });
      const renamed = await Promise.all([...'abcdefgh'].map((name) => rename(tx, { id: 'w', name })));
      await inserted;
      return renamed.map(([row]) => row?.name);
    });
    assert.deepEqual(letters, ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdefg', 'abcdefgh']);
  } finally {
    await release();
  }
});

test('if one of them fails, all are rolled back, and the connection stays usable', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const names = ['a', 'a', 'b'];
    const failing = db.transaction((tx) => Promise.all(names.map((id) => insert(tx, { id, name: id }))));
    await assert.rejects(failing, /duplicate key/);
    assert.deepEqual(await db.query.selectFrom('workspaces').select('id').execute(), []);
    await db.transaction((tx) => insert(tx, { id: 'c', name: 'C' }));
    assert.deepEqual(await db.query.selectFrom('workspaces').select('id').execute(), [{ id: 'c' }]);
  } finally {
    await release();
  }
});

test('a statement after the end of its transaction is rejected', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    let kept: Transaction<Schema> | undefined;
    await db.transaction(async (tx) => {
      kept = tx;
      await insert(tx, { id: 'w', name: 'W' });
    });
    await assert.rejects(insert(kept!, { id: 'late', name: 'L' }), /after the end of its transaction/);
    assert.deepEqual(await db.query.selectFrom('workspaces').select('id').execute(), [{ id: 'w' }]);
  } finally {
    await release();
  }
});

test('no statement can follow the last one of a transaction', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    await insert(db.query, { id: 'w', name: '' });
    const late = db.transactionTogether(async (tx) => {
      const first = rename.statement({ id: 'w', name: 'a' });
      await storeTogether(tx, { first, column: 'name', others: [], isLast: true });
      await insert(tx, { id: 'late', name: 'L' });
    });
    await assert.rejects(late, /after the end of its transaction/);
    const rows = await db.query.selectFrom('workspaces').select(['id', 'name']).execute();
    assert.deepEqual(rows, [{ id: 'w', name: 'a' }]);
  } finally {
    await release();
  }
});

test('the last statement is committed with those before it, or none of them is', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  const store = (...ids: string[]) =>
    db.transaction(async (tx) => {
      // Not awaited one by one: they are pipelined.
      const others = ids.slice(0, -1).map((id) => insert(tx, { id, name: id }));
      const last = insert.last(tx, { id: ids.at(-1)!, name: '' });
      await Promise.all([...others, last]);
    });
  const stored = async () =>
    (await db.query.selectFrom('workspaces').select('id').orderBy('id').execute()).map(({ id }) => id);
  try {
    await store('a', 'b', 'c');
    assert.deepEqual(await stored(), ['a', 'b', 'c']);
    await assert.rejects(store('d', 'a'), /duplicate key/);
    await assert.rejects(store('a', 'd'), /duplicate key/);
    assert.deepEqual(await stored(), ['a', 'b', 'c']);
    await store('d');
    assert.deepEqual(await stored(), ['a', 'b', 'c', 'd']);
  } finally {
    await release();
  }
});

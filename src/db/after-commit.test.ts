import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { afterCommit } from './after-commit.ts';

const workspace = { id: 'w', name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 };

forEachDatabase('callbacks run after the commit, in order, before the caller continues', async (db) => {
  const calls: string[] = [];
  await db.transaction(async (tx) => {
    afterCommit(tx, () => calls.push('first'));
    await tx.insertInto('workspaces').values(workspace).execute();
    afterCommit(tx, () => calls.push('second'));
    assert.deepEqual(calls, []);
  });
  assert.deepEqual(calls, ['first', 'second']);
});

forEachDatabase('no callback runs after a rollback', async (db) => {
  const calls: string[] = [];
  const failing = db.transaction(async (tx) => {
    afterCommit(tx, () => calls.push('never'));
    await tx.insertInto('workspaces').values(workspace).execute();
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  await db.query.selectFrom('workspaces').select('id').execute();
  assert.deepEqual(calls, []);
});

forEachDatabase('outside a transaction the statement is committed already', async (db) => {
  await db.query.insertInto('workspaces').values(workspace).execute();
  await new Promise<void>((resolve) => afterCommit(db.query, resolve));
});

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import type { Database } from '../db/index.ts';
import { createCreditReservations } from './credit-reservations.ts';

const workspaceId = 'f'.repeat(24);

const addWorkspace = (db: Database) =>
  db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'W', balance_nano: 100, reserved_nano: 0, created_at: 0 })
    .execute();

const amounts = async (db: Database) => {
  const row = await db.query.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  return { balance: row.balance_nano, reserved: row.reserved_nano };
};

forEachDatabase('a hold is paid from, and the rest of it given back', async (db) => {
  await addWorkspace(db);
  const holds = createCreditReservations({ db, processId: 'one' });
  const hold = (await holds.hold(workspaceId, 60))!;
  assert.deepEqual(await amounts(db), { balance: 100, reserved: 60 });
  assert.equal(await holds.hold(workspaceId, 41), undefined, 'more than is left');
  await db.transaction((tx) => holds.settle(tx, hold, 25));
  assert.deepEqual(await amounts(db), { balance: 75, reserved: 0 });
});

forEachDatabase('what a dead process held is given back once, and what others hold stays', async (db) => {
  await addWorkspace(db);
  const [dead, alive] = ['dead', 'alive'].map((processId) => createCreditReservations({ db, processId }));
  const late = (await dead!.hold(workspaceId, 30))!;
  await alive!.hold(workspaceId, 20);
  await alive!.releaseOf('dead');
  await alive!.releaseOf('dead');
  assert.deepEqual(await amounts(db), { balance: 100, reserved: 20 });
  // It was only slow: what it used is paid, and nothing is given back a second time.
  await db.transaction((tx) => dead!.settle(tx, late, 10));
  assert.deepEqual(await amounts(db), { balance: 90, reserved: 20 });
  await dead!.releaseOf();
  assert.deepEqual(await amounts(db), { balance: 90, reserved: 0 });
});

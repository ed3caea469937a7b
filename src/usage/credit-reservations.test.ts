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

forEachDatabase('settling a reservation charges the cost and releases the rest', async (db) => {
  await addWorkspace(db);
  const reservations = createCreditReservations({ db, processId: 'one' });
  const reservation = (await reservations.reserve(workspaceId, 60))!;
  assert.deepEqual(await amounts(db), { balance: 100, reserved: 60 });
  assert.equal(await reservations.reserve(workspaceId, 41), undefined, 'more than is left');
  await db.transaction((tx) => reservations.settle(tx, reservation, 25));
  assert.deepEqual(await amounts(db), { balance: 75, reserved: 0 });
});

forEachDatabase('reservations of a dead process are released once, those of others stay', async (db) => {
  await addWorkspace(db);
  const [dead, alive] = ['dead', 'alive'].map((processId) => createCreditReservations({ db, processId }));
  const late = (await dead!.reserve(workspaceId, 30))!;
  await alive!.reserve(workspaceId, 20);
  await alive!.releaseOf('dead');
  await alive!.releaseOf('dead');
  assert.deepEqual(await amounts(db), { balance: 100, reserved: 20 });
  // The process was only slow: its cost is charged, and nothing is released a second time.
  await db.transaction((tx) => dead!.settle(tx, late, 10));
  assert.deepEqual(await amounts(db), { balance: 90, reserved: 20 });
  await dead!.releaseOf();
  assert.deepEqual(await amounts(db), { balance: 90, reserved: 0 });
});

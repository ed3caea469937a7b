import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createWorkspaces } from '../workspaces/index.ts';
import { createBalances } from './balances.ts';
import { nanoPerCredit } from './money.ts';

forEachDatabase('parallel top-ups all count, and each has its ledger entry', async (db) => {
  const clock = createTestClock();
  const workspaces = createWorkspaces({ db, clock });
  const balances = createBalances({ clock });
  const { id } = await workspaces.create(db.query, { name: 'Shop' });
  await balances.set(db.query, id, 5);
  await Promise.all(
    Array.from({ length: 10 }, () => db.transaction((tx) => balances.topUp(tx, id, nanoPerCredit))),
  );
  assert.equal((await workspaces.find(db.query, id))?.balanceNano, 10 * nanoPerCredit + 5);
  const entries = await db.query.selectFrom('ledger_entries').select(['kind', 'credits_nano']).execute();
  assert.equal(entries.length, 10);
  assert.deepEqual({ ...entries[0] }, { kind: 'top_up', credits_nano: nanoPerCredit });
});

forEachDatabase('a workspace without a limit or with the maximum cannot be topped up', async (db) => {
  const clock = createTestClock();
  const workspaces = createWorkspaces({ db, clock });
  const balances = createBalances({ clock });
  const { id } = await workspaces.create(db.query, { name: 'Shop' });
  await assert.rejects(balances.topUp(db.query, id, 1), { kind: 'conflict' });
  await balances.set(db.query, id, 9_000_000 * nanoPerCredit);
  await assert.rejects(balances.topUp(db.query, id, 1), { kind: 'invalidParameter' });
  await assert.rejects(balances.set(db.query, id, 9_000_001 * nanoPerCredit), {
    kind: 'invalidParameter',
  });
  assert.deepEqual(await db.query.selectFrom('ledger_entries').selectAll().execute(), []);
});

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { nanoPerCredit } from '../usage/index.ts';
import { createWorkspaces } from './workspaces.ts';

forEachDatabase('top-ups made at once all count, and each has its ledger entry', async (db) => {
  const workspaces = createWorkspaces({ db, clock: createTestClock() });
  const { id } = await workspaces.create(db.query, { name: 'Shop' });
  await workspaces.setBalance(db.query, id, 5);
  await Promise.all(
    Array.from({ length: 10 }, () => db.transaction((tx) => workspaces.topUp(tx, id, nanoPerCredit))),
  );
  assert.equal((await workspaces.find(db.query, id))?.balanceNano, 10 * nanoPerCredit + 5);
  const entries = await db.query.selectFrom('ledger_entries').select(['kind', 'credits_nano']).execute();
  assert.equal(entries.length, 10);
  assert.deepEqual({ ...entries[0] }, { kind: 'top_up', credits_nano: nanoPerCredit });
});

forEachDatabase('a workspace without limit, or at the most it may hold, cannot be topped up', async (db) => {
  const workspaces = createWorkspaces({ db, clock: createTestClock() });
  const { id } = await workspaces.create(db.query, { name: 'Shop' });
  await assert.rejects(workspaces.topUp(db.query, id, 1), { kind: 'conflict' });
  await workspaces.setBalance(db.query, id, 9_000_000 * nanoPerCredit);
  await assert.rejects(workspaces.topUp(db.query, id, 1), { kind: 'invalidParameter' });
  await assert.rejects(workspaces.setBalance(db.query, id, 9_000_001 * nanoPerCredit), {
    kind: 'invalidParameter',
  });
  assert.deepEqual(await db.query.selectFrom('ledger_entries').selectAll().execute(), []);
});

forEachDatabase('a list shows only the workspaces it is asked for', async (db) => {
  const clock = createTestClock();
  const workspaces = createWorkspaces({ db, clock });
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    ids.push((await workspaces.create(db.query, { name })).id);
    clock.advance(1);
  }
  const page = { offset: 0, limit: 10 };
  const names = async (wanted: string[] | undefined) =>
    (await workspaces.list(wanted, page)).workspaces.map(({ name }) => name);
  assert.deepEqual(await names(undefined), ['One', 'Two', 'Three']);
  assert.deepEqual(await names([ids[2]!, ids[0]!]), ['One', 'Three']);
  assert.deepEqual(await workspaces.list([], page), { workspaces: [], total: 0 });
  const second = await workspaces.list(undefined, { offset: 1, limit: 1 });
  assert.deepEqual([second.workspaces[0]?.name, second.total], ['Two', 3]);
});

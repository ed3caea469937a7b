import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createWorkspaces } from './workspaces.ts';

forEachDatabase('a list contains only the requested workspaces', async (db) => {
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

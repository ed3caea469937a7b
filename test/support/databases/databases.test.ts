import assert from 'node:assert/strict';
import { newId } from '../../../src/lib/ids.ts';
import { forEachDatabase } from './databases.ts';

for (const run of ['first', 'second'])
  forEachDatabase(`a test database starts migrated and empty, the ${run} time`, async (db) => {
    assert.deepEqual(await db.query.selectFrom('workspaces').selectAll().execute(), []);
    await db.query
      .insertInto('workspaces')
      .values({ id: newId(), name: 'Left behind', balance_nano: null, reserved_nano: 0, created_at: 1 })
      .execute();
  });

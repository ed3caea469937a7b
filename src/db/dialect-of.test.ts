import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { dialectOf } from './dialect-of.ts';

forEachDatabase('a database and its transactions know their dialect', async (db) => {
  assert.equal(dialectOf(db.query), db.kind);
  const inTransactions = await Promise.all(
    Array.from({ length: 3 }, () => db.transaction(async (tx) => dialectOf(tx))),
  );
  assert.deepEqual(inTransactions, [db.kind, db.kind, db.kind]);
});

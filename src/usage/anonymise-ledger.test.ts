import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/databases/databases.ts';
import { planOf } from '../../test/support/databases/query-plan.ts';
import { newId } from '../lib/ids.ts';
import { otherEntriesQuery } from './anonymise-ledger.ts';

test('entries of a conversation are found without a scan of the ledger (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const [step] = await planOf(db, otherEntriesQuery(db.query, [newId(), newId()]));
    assert.match(step!, /USING INDEX ledger_entries_by_conversation/);
  } finally {
    await release();
  }
});

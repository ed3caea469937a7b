import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/databases/databases.ts';
import { planOf } from '../../test/support/databases/query-plan.ts';
import { firstKeysQuery, keysQuery } from './walk-rounds.ts';

test('an export scans an index from the end of the previous page (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const filter = { agentId: 'a'.repeat(24), startMs: 5, endMs: 10 ** 12 };
    const after = { created_at: 7, id: 'b'.repeat(24) };
    const [questions] = await planOf(db, keysQuery(db.query, filter, after));
    assert.match(
      questions!,
      /SEARCH rounds USING (COVERING )?INDEX rounds_listed \(agent_id=\? AND \(?created_at/,
    );
    const [conversations, ...rest] = await planOf(db, firstKeysQuery(db.query, filter, after));
    assert.match(conversations!, /SEARCH rounds USING COVERING INDEX rounds_first \(agent_id=\? AND/);
    assert.deepEqual(rest, []);
  } finally {
    await release();
  }
});

import assert from 'node:assert/strict';
import { createRandomActivity } from '../../test/support/analytics/random-activity.ts';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { findUncounted } from './change-store.ts';
import { createFollowChanges } from './follow-changes.ts';

forEachDatabase('rows without figures are found in order, also after many rows with figures', async (db) => {
  const activity = await createRandomActivity(db, { seed: 1, startMs: Date.UTC(2026, 2, 20) });
  for (let index = 0; index < 600; index += 1) await activity.step();
  await createFollowChanges({ db, clock: { nowMs: activity.nowMs } })();
  const rounds = await db.query.selectFrom('rounds').select('id').orderBy('id').execute();
  const ids = rounds.map(({ id }) => id);
  // Three statements' rows lie between some of them, if two are wanted.
  const removed = [3, 4, 5, 70, 71, 140, ids.length - 1].map((index) => ids[index]!);
  assert.ok(ids.length > 150, String(ids.length));
  await db.query.deleteFrom('analytics_facts').where('source_id', 'in', removed).execute();
  const facts = await db.query.selectFrom('analytics_facts').select('source_id').execute();
  const counted = new Set(facts.map((row) => row.source_id));
  const uncounted = ids.filter((id) => !counted.has(id));

  for (const afterId of ['', ids[4]!, ids[71]!, ids.at(-2)!, ids.at(-1)!])
    for (const limit of [1, 2, 5, ids.length])
      assert.deepEqual(
        await findUncounted(db.query, 'rounds', { afterId, limit }),
        uncounted.filter((id) => id > afterId).slice(0, limit),
        `${limit} after ${afterId}`,
      );
});

import assert from 'node:assert/strict';
import { createTestClock } from '../../test/support/clock.ts';
import { forEachDatabase } from '../../test/support/databases.ts';
import { createAudit } from './audit.ts';

forEachDatabase('entries stand in the order of their writing, whatever the clock says', async (db) => {
  const clock = createTestClock();
  const audit = createAudit({ db, clock });
  const actions = Array.from({ length: 9 }, (_, at) => `step-${at}`);
  await db.transaction(async (tx) => {
    for (const [at, action] of actions.entries()) {
      clock.advance(at < 6 ? 0 : -1000);
      const target = { targetKind: 'agent', targetId: 'a', changes: {} };
      await audit.record(tx, { workspaceId: 'w', actor: 'ada', action, ...target });
    }
  });
  const told: string[] = [];
  for (let offset = 0; offset < actions.length; offset += 2) {
    const { entries, total } = await audit.list({ workspaceId: 'w' }, { offset, limit: 2 });
    assert.equal(total, actions.length);
    told.push(...entries.map(({ action }) => action));
  }
  assert.deepEqual(told, actions.toReversed());
});

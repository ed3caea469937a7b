import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createAudit } from './audit.ts';

forEachDatabase('entries are in the order of writing, whatever the clock says', async (db) => {
  const clock = createTestClock();
  const audit = createAudit({ db, clock });
  const targets = Array.from({ length: 9 }, (_, at) => `agent-${at}`);
  await db.transaction(async (tx) => {
    for (const [at, targetId] of targets.entries()) {
      clock.advance(at < 6 ? 0 : -1000);
      await audit.record(tx, {
        workspaceId: 'w',
        actor: 'ada',
        action: 'agent.update',
        targetId,
        changes: {},
      });
    }
  });
  const received: string[] = [];
  for (let offset = 0; offset < targets.length; offset += 2) {
    const { entries, total } = await audit.list({ workspaceId: 'w' }, { offset, limit: 2 });
    assert.equal(total, targets.length);
    received.push(...entries.map(({ targetId }) => targetId));
  }
  assert.deepEqual(received, targets.toReversed());
});

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { keptMs } from './idempotency-key.ts';
import { claimKey, findKey, sweepKeys } from './index.ts';

const keyOf = (number: number) => ({
  agentId: 'a'.repeat(24),
  endpoint: '/v1/conversation',
  key: String(number),
  bodySha256: '',
});

forEachDatabase('keys are removed after a day, however many there are', async (db) => {
  const nowMs = Date.UTC(2030, 0, 2);
  const result = { roundId: null, response: 'r' };
  await db.transaction(async (tx) => {
    for (let number = 0; number < 501; number += 1)
      await claimKey(tx, keyOf(number), result, nowMs - keptMs - 1);
    await claimKey(tx, keyOf(501), result, nowMs - keptMs);
  });
  assert.equal(await sweepKeys(db.query, nowMs), 501);
  assert.deepEqual(await findKey(db.query, keyOf(501), nowMs), result);
  const rows = await db.query.selectFrom('idempotency_keys').select('key').execute();
  assert.equal(rows.length, 1);
});

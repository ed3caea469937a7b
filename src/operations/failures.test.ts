import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import type { Database } from '../db/index.ts';
import { createOperations } from './operations.ts';

const workspaceId = 'w'.repeat(24);

const failJob = (db: Database, id: string, failedAtMs: number) =>
  db.query
    .insertInto('failed_jobs')
    .values({
      id,
      workspace_id: workspaceId,
      queue: 'memory',
      ordering_key: null,
      group_key: '',
      payload: '{}',
      attempts: 5,
      error: 'away',
      created_at: 1,
      failed_at: failedAtMs,
    })
    .execute();

const giveUpDelivery = (db: Database, id: string, endedAtMs: number) =>
  db.query
    .insertInto('deliveries')
    .values({
      id,
      workspace_id: workspaceId,
      agent_id: 'a',
      conversation_id: null,
      visitor_id: null,
      kind: 'reply',
      target: 'message',
      path: '',
      body: '{}',
      status: 'dead',
      attempts: 11,
      schedule_step: 10,
      next_attempt_at: null,
      http_status: 500,
      receiver_code: null,
      error: 'no',
      created_at: 1,
      ended_at: endedAtMs,
    })
    .execute();

forEachDatabase('the pages of failures list each one once, even if many have the same time', async (db) => {
  // The last failure, with the clock set back, is not the newest.
  for (const [at, failedAtMs] of [9, 5, 5, 5, 2, 5, 8].entries()) await failJob(db, `job-${at}`, failedAtMs);
  for (const [at, endedAtMs] of [5, 5, 5, 3].entries()) await giveUpDelivery(db, `delivery-${at}`, endedAtMs);
  const { failures } = createOperations({ db, clock: createTestClock() });
  for (let limit = 1; limit <= 12; limit += 1) {
    const received: { id: string; atMs: number }[] = [];
    for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
      const page = await failures({ workspaceId, beforeMs: before, limit });
      received.push(...page.failures);
      before = page.nextBeforeMs;
    }
    assert.deepEqual(
      received.map(({ atMs }) => atMs),
      [9, 8, 5, 5, 5, 5, 5, 5, 5, 3, 2],
      `${limit} per page`,
    );
    assert.equal(new Set(received.map(({ id }) => id)).size, received.length);
  }
});

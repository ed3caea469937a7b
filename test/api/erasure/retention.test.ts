import assert from 'node:assert/strict';
import { newId } from '../../../src/lib/ids.ts';
import { testService } from '../../support/service/service.ts';

const dayMs = 24 * 60 * 60 * 1000;

testService(
  'the daily sweep deletes data after its retention period, and not earlier',
  { environment: { FRONTDESK_DELIVERY_LOG_DAYS: '3' } },
  async ({ app }) => {
    const { db, rooms } = app;
    await rooms.jobs.idle();
    const nowMs = Date.now();
    const agent = await db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
    const deliver = (endedAtMs: number | null) => ({
      id: newId(),
      workspace_id: agent.workspace_id,
      agent_id: agent.id,
      conversation_id: null,
      kind: 'reply',
      target: 'message' as const,
      path: '',
      body: '{}',
      attempts: 1,
      schedule_step: 0,
      status: endedAtMs === null ? ('pending' as const) : ('delivered' as const),
      next_attempt_at: null,
      created_at: 1,
      ended_at: endedAtMs,
    });
    const [old, recent, pending] = [deliver(nowMs - 4 * dayMs), deliver(nowMs - 2 * dayMs), deliver(null)];
    await db.query.insertInto('deliveries').values([old, recent, pending]).execute();
    const key = { agent_id: agent.id, endpoint: '/v1/conversation', body_sha256: '', round_id: null };
    await db.query
      .insertInto('idempotency_keys')
      .values([
        { ...key, key: 'old', response: 'x', created_at: nowMs - 2 * dayMs },
        { ...key, key: 'recent', response: 'x', created_at: nowMs },
      ])
      .execute();

    await db.query.updateTable('jobs').set({ run_at: 0 }).where('queue', '=', 'retention').execute();
    rooms.jobs.wake('retention');
    await rooms.jobs.idle();
    const deliveries = await db.query.selectFrom('deliveries').select('id').orderBy('sequence').execute();
    assert.deepEqual(
      deliveries.map(({ id }) => id),
      [recent.id, pending.id],
    );
    const keys = await db.query.selectFrom('idempotency_keys').select('key').execute();
    assert.deepEqual(
      keys.map((row) => row.key),
      ['recent'],
    );
    const { run_at } = await db.query
      .selectFrom('jobs')
      .select('run_at')
      .where('queue', '=', 'retention')
      .executeTakeFirstOrThrow();
    assert.ok(run_at > nowMs + dayMs / 2, 'the next sweep is scheduled');
  },
);

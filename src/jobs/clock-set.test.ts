import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime, type ManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { countDueJobs, createJobs, type JobHandler } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const dayMs = 24 * 60 * 60 * 1000;
const leaseMs = 30_000;

const createWorker = (db: Database, time: ManualTime, handler: JobHandler<unknown>, processId = 'one') => {
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId });
  jobs.define('work', handler, { concurrency: 4, leaseMs, maxAttempts: 3, retryDelayMs: () => 60_000 });
  return jobs;
};

forEachDatabase('a ready job starts even if the clock was set back', async (db) => {
  const time = createManualTime();
  const ran: unknown[] = [];
  const jobs = createWorker(db, time, async (payload) => void ran.push(payload));
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'before'));
  time.jump(-dayMs);
  assert.equal((await countDueJobs(db.query, time.clock.nowMs()))[0]?.count, 1);
  await jobs.start();
  await jobs.idle();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'after'));
  await jobs.idle();
  assert.deepEqual(ran, ['before', 'after']);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a clock that is set back does not extend the delay of a retry', async (db) => {
  const time = createManualTime();
  const attempts: number[] = [];
  const jobs = createWorker(db, time, async (_, { attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw new Error('not yet');
  });
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await jobs.idle();
  time.jump(-dayMs);
  time.advance(6000);
  const runAt = async () => (await db.query.selectFrom('jobs').select('run_at').executeTakeFirst())?.run_at;
  await eventually('the delay was restarted', async () => (await runAt())! < time.clock.nowMs() + 60_001);
  assert.deepEqual(attempts, [1]);
  time.advance(60_000);
  await eventually('the second attempt was made', async () => {
    time.advance(1000);
    await jobs.idle();
    return attempts.length === 2;
  });
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a clock set back while no process ran does not delay postponed jobs', async (db) => {
  const time = createManualTime();
  const ran: unknown[] = [];
  const jobs = createWorker(db, time, async (payload) => void ran.push(payload));
  const runAtMs = time.clock.nowMs() + 60_000;
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'later', { runAtMs }));
  time.jump(-dayMs);
  await jobs.start();
  await jobs.idle();
  assert.deepEqual(ran, []);
  time.advance(60_000);
  await jobs.idle();
  assert.deepEqual(ran, ['later']);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('the lease of another process does not depend on the clock of this one', async (db) => {
  const time = createManualTime();
  const jobs = createWorker(db, time, async () => {});
  await jobs.start();
  const lease = { leased_by: 'other', attempt: 1 };
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1, { runAtMs: time.clock.nowMs() + dayMs }));
  await db.query
    .updateTable('jobs')
    .set({ ...lease, leased_until: time.clock.nowMs() + leaseMs })
    .execute();
  const leaseOwner = async () =>
    (await db.query.selectFrom('jobs').select('leased_by').executeTakeFirst())?.leased_by;
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      time.advance(1000);
      await jobs.idle();
    }
  };
  time.jump(2 * dayMs);
  await pass(20_000);
  assert.equal(await leaseOwner(), 'other');
  // A process whose clock is far behind renews the lease.
  await db.query
    .updateTable('jobs')
    .set({ leased_until: time.clock.nowMs() - 3 * dayMs })
    .execute();
  await pass(20_000);
  assert.equal(await leaseOwner(), 'other');
  await eventually('the lease has expired', async () => {
    await pass(1000);
    return (await leaseOwner()) !== 'other';
  });
  await jobs.stop({ graceMs: 0 });
});

import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime, type ManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createJobs, type JobContext, type JobHandler, type Jobs } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const options = { concurrency: 4, leaseMs: 30_000, maxAttempts: 3, retryDelayMs: () => 1000 };

const createWorker = (
  db: Database,
  time: ManualTime,
  processId: string,
  handler: JobHandler<unknown>,
  onGivenUp?: (payload: unknown, error: unknown) => Promise<void>,
): Jobs => {
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId });
  jobs.define('work', handler, { ...options, onGivenUp });
  return jobs;
};

/** Claims the job and never returns, like a killed process. */
const takeAndDie = async (db: Database, time: ManualTime): Promise<void> => {
  await db.query
    .updateTable('jobs')
    .set({ leased_by: 'dead', leased_until: time.clock.nowMs() + options.leaseMs, attempt: 1 })
    .execute();
};

forEachDatabase('the job of a dead process runs again when its lease has expired', async (db) => {
  const time = createManualTime();
  const attempts: number[] = [];
  const jobs = createWorker(db, time, 'next', async (_, { attempt }) => void attempts.push(attempt));
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1, { runAtMs: time.clock.nowMs() + 1 }));
  await takeAndDie(db, time);
  time.advance(29_000);
  await jobs.idle();
  assert.deepEqual(attempts, []);
  await eventually('the job was taken over', async () => {
    time.advance(1000);
    await jobs.idle();
    return attempts.length > 0;
  });
  assert.deepEqual(attempts, [2]);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('releasing the leases of a dead process frees its jobs at once', async (db) => {
  const time = createManualTime();
  const attempts: number[] = [];
  const jobs = createWorker(db, time, 'next', async (_, { attempt }) => void attempts.push(attempt));
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await takeAndDie(db, time);
  await jobs.start();
  await jobs.releaseLeasesOf('dead');
  await jobs.idle();
  assert.deepEqual(attempts, [2]);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a job that ends its process each time fails after some attempts', async (db) => {
  const time = createManualTime();
  const ran: unknown[] = [];
  const givenUp: string[] = [];
  const jobs = createWorker(
    db,
    time,
    'next',
    async (payload) => void ran.push(payload),
    async (_, error) => void givenUp.push((error as Error).message),
  );
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await db.query.updateTable('jobs').set({ attempt: 3, losses: 3 }).execute();
  await jobs.start();
  await jobs.idle();
  assert.deepEqual(ran, []);
  assert.deepEqual(givenUp, ['The process ended during 3 attempts']);
  assert.equal(await jobs.count('work'), 0);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('an attempt is aborted without heartbeats and continues with them', async (db) => {
  const time = createManualTime();
  let context: JobContext | undefined;
  let end = (): void => {};
  const jobs = createWorker(db, time, 'one', async (_, given) => {
    context = given;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await eventually('the job has started', () => context !== undefined);
  time.advance(20_000);
  assert.equal(await context!.heartbeat(), true);
  time.advance(20_000);
  assert.equal(context!.signal.aborted, false);
  time.advance(10_000);
  assert.equal(context!.signal.aborted, true);
  end();
  await jobs.idle();
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('an attempt without its lease can neither end the job nor commit', async (db) => {
  const time = createManualTime();
  const failures: string[] = [];
  let context: JobContext | undefined;
  let end = (): void => {};
  const jobs = createWorker(db, time, 'slow', async (_, given) => {
    if (given.attempt > 1) return;
    context = given;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    await db
      .transaction(async (tx) => {
        const row = { id: 'late', name: 'late', reserved_nano: 0, balance_nano: null, created_at: 0 };
        await tx.insertInto('workspaces').values(row).execute();
        await given.completeIn(tx);
      })
      .catch((error: Error) => failures.push(error.name));
  });
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1, { id: 'job' }));
  await eventually('the job has started', () => context !== undefined);
  await db.query.updateTable('jobs').set({ leased_by: 'other', attempt: 2 }).execute();
  assert.equal(await context!.heartbeat(), false);
  assert.equal(context!.signal.aborted, true);
  end();
  await eventually('the late attempt has ended', () => failures.length > 0);
  assert.deepEqual(failures, ['LeaseLostError']);
  assert.deepEqual(await db.query.selectFrom('workspaces').select('id').execute(), []);
  assert.equal(await jobs.count('work'), 1);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a clock that is set forward does not start a running job again', async (db) => {
  const time = createManualTime();
  let starts = 0;
  const ends: (() => void)[] = [];
  const jobs = createWorker(db, time, 'one', async () => {
    starts += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await eventually('the job has started', () => starts === 1);
  time.jump(3_600_000);
  time.advance(6000);
  // The start of a second job shows that the queue has polled since.
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 2));
  await eventually('the second job has started', () => starts === 2);
  assert.equal(
    (await db.query.selectFrom('jobs').select('attempt').execute()).every((row) => row.attempt === 1),
    true,
  );
  for (const end of ends) end();
  await jobs.idle();
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a stop releases unfinished jobs for the next process', async (db) => {
  const time = createManualTime();
  let started = false;
  const first = createWorker(db, time, 'first', async (_, { signal }) => {
    started = true;
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  });
  await first.start();
  await db.transaction((tx) => first.enqueue(tx, 'work', 1, { orderingKey: 'k' }));
  await eventually('the job has started', () => started);
  let stopped = false;
  void first.stop({ graceMs: 5000 }).then(() => {
    stopped = true;
  });
  await eventually('the grace period is over', () => {
    time.advance(1000);
    return stopped;
  });
  const attempts: number[] = [];
  const second = createWorker(db, time, 'second', async (_, { attempt }) => void attempts.push(attempt));
  await second.start();
  await second.idle();
  assert.deepEqual(attempts, [2]);
  await second.stop({ graceMs: 0 });
});

forEachDatabase('two processes share a queue: no job runs twice, keys stay in order', async (db) => {
  const time = createManualTime();
  const seen = new Map<string, number[]>();
  const handler = (async ({ key, number }: { key: string; number: number }) => {
    seen.set(key, [...(seen.get(key) ?? []), number]);
    await new Promise(setImmediate);
  }) as JobHandler<unknown>;
  const workers = [createWorker(db, time, 'one', handler), createWorker(db, time, 'two', handler)];
  await Promise.all(workers.map((worker) => worker.start()));
  const keys = Array.from({ length: 8 }, (_, index) => `key-${index}`);
  await Promise.all(
    keys.map(async (key, index) => {
      for (let number = 0; number < 10; number += 1)
        await db.transaction((tx) =>
          workers[(index + number) % 2]!.enqueue(tx, 'work', { key, number }, { orderingKey: key }),
        );
    }),
  );
  await eventually('the queue is empty', async () => {
    for (const worker of workers) worker.wake('work');
    return (await workers[0]!.count('work')) === 0;
  });
  for (const key of keys) assert.deepEqual(seen.get(key), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await Promise.all(workers.map((worker) => worker.stop({ graceMs: 1000 })));
});

forEachDatabase('a suspended process does not continue a job that others took over', async (db) => {
  const time = createManualTime();
  const results: string[] = [];
  const jobs = createWorker(db, time, 'sleeper', async (kind, { requireLease }) => {
    if (kind === 'taken') await db.query.updateTable('jobs').set({ leased_by: 'other' }).execute();
    await requireLease();
    results.push(`${kind}: at once`);
    // Only the clocks advance: no timer has fired yet when the process continues.
    time.skip(10_000);
    await requireLease().then(
      () => results.push(`${kind}: after the suspension`),
      (error) => results.push(`${kind}: ${(error as Error).name}`),
    );
  });
  await jobs.start();
  for (const kind of ['kept', 'taken']) {
    await db.transaction((tx) => jobs.enqueue(tx, 'work', kind));
    await jobs.idle();
  }
  assert.deepEqual(results, [
    'kept: at once',
    'kept: after the suspension',
    'taken: at once',
    'taken: LeaseLostError',
  ]);
  await jobs.stop({ graceMs: 0 });
});

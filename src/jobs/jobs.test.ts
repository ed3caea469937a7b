import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime, type ManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createJobs, type JobHandler, type Jobs, type QueueOptions } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const defaults: QueueOptions<unknown> = {
  concurrency: 10,
  leaseMs: 30_000,
  maxAttempts: 3,
  retryDelayMs: (attempt) => attempt * 60_000,
};

/** A worker with one queue, `work`. */
const startJobs = async <Payload>(
  db: Database,
  time: ManualTime,
  handler: JobHandler<Payload>,
  options: Partial<QueueOptions<Payload>> = {},
  processId = 'process-1',
): Promise<Jobs> => {
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId });
  jobs.define<Payload>('work', handler, { ...defaults, ...options } as QueueOptions<Payload>);
  await jobs.start();
  return jobs;
};

const put = (db: Database, jobs: Jobs, payloads: unknown[], orderingKey?: string) =>
  db.transaction(async (tx) => {
    for (const payload of payloads) await jobs.enqueue(tx, 'work', payload, { orderingKey });
  });

forEachDatabase('a job runs after the commit of its transaction and is then deleted', async (db) => {
  const seen: unknown[] = [];
  const jobs = await startJobs(db, createManualTime(), async (payload) => void seen.push(payload));
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'work', { text: 'null \u0001 and ünï' });
    assert.deepEqual(seen, []);
  });
  await jobs.idle();
  assert.deepEqual(seen, [{ text: 'null \u0001 and ünï' }]);
  assert.equal(await jobs.count('work'), 0);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a job of a transaction that is rolled back never runs', async (db) => {
  const seen: unknown[] = [];
  const jobs = await startJobs(db, createManualTime(), async (payload) => void seen.push(payload));
  const failing = db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'work', 1);
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, /changed my mind/);
  await jobs.idle();
  assert.deepEqual(seen, []);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a job with the id of an existing job is not added', async (db) => {
  const time = createManualTime();
  const seen: unknown[] = [];
  const jobs = await startJobs(db, time, async (payload) => void seen.push(payload));
  const runAtMs = time.clock.nowMs() + 1000;
  for (const payload of ['first', 'second'])
    await db.transaction((tx) => jobs.enqueue(tx, 'work', payload, { id: 'one', runAtMs }));
  time.advance(1000);
  await jobs.idle();
  assert.deepEqual(seen, ['first']);
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'third', { id: 'one' }));
  await jobs.idle();
  assert.deepEqual(seen, ['first', 'third']);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('jobs with the same key run one at a time, in the order of enqueueing', async (db) => {
  const seen = new Map<string, number[]>();
  const running = new Map<string, number>();
  let mostAtOnce = 0;
  const jobs = await startJobs<{ key: string; number: number }>(
    db,
    createManualTime(),
    async ({ key, number }) => {
      running.set(key, (running.get(key) ?? 0) + 1);
      mostAtOnce = Math.max(mostAtOnce, running.get(key)!);
      await new Promise(setImmediate);
      seen.set(key, [...(seen.get(key) ?? []), number]);
      running.set(key, running.get(key)! - 1);
    },
  );
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  // Several within one transaction, and keys interleaved.
  for (let start = 0; start < 12; start += 3)
    await db.transaction(async (tx) => {
      for (const number of [start, start + 1, start + 2])
        for (const key of ['a', 'b', 'c'])
          await jobs.enqueue(tx, 'work', { key, number }, { orderingKey: key });
    });
  await jobs.idle();
  for (const key of ['a', 'b', 'c']) assert.deepEqual(seen.get(key), numbers);
  assert.equal(mostAtOnce, 1);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a failed job is retried after its delay and delays only its own key', async (db) => {
  const time = createManualTime();
  const seen: string[] = [];
  const jobs = await startJobs<string>(db, time, async (payload, { attempt }) => {
    seen.push(`${payload}${attempt}`);
    if (payload === 'a' && attempt < 3) throw new Error('not yet');
  });
  await put(db, jobs, ['a', 'b'], 'one');
  await put(db, jobs, ['x', 'y'], 'other');
  await jobs.idle();
  assert.deepEqual(seen.toSorted(), ['a1', 'x1', 'y1']);
  time.advance(59_999);
  await jobs.idle();
  assert.equal(seen.length, 3);
  time.advance(1);
  await jobs.idle();
  assert.deepEqual(seen.slice(3), ['a2']);
  time.advance(120_000);
  await jobs.idle();
  assert.deepEqual(seen.slice(4), ['a3', 'b1']);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a job that always fails is reported as failed, and its key continues', async (db) => {
  const time = createManualTime();
  const givenUp: unknown[] = [];
  const seen: string[] = [];
  const handler: JobHandler<string> = async (payload) => {
    seen.push(payload);
    if (payload === 'bad') throw new Error('never \0');
  };
  const jobs = await startJobs<string>(db, time, handler, {
    onGivenUp: async (payload, error) => void givenUp.push([payload, (error as Error).message]),
  });
  await put(db, jobs, ['bad', 'good'], 'key');
  for (let round = 0; round < 3; round += 1) {
    await jobs.idle();
    time.advance(200_000);
  }
  await jobs.idle();
  assert.deepEqual(seen, ['bad', 'bad', 'bad', 'good']);
  assert.deepEqual(givenUp, [['bad', 'never \0']]);
  const kept = await db.query.selectFrom('failed_jobs').select('error').executeTakeFirstOrThrow();
  assert.equal(kept.error, 'never \ufffd');
  assert.equal(await jobs.count('work'), 0);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a postponed job starts at its time, or earlier with runNow', async (db) => {
  const time = createManualTime();
  const seen: unknown[] = [];
  const jobs = await startJobs(db, time, async (payload) => void seen.push(payload));
  const runAtMs = time.clock.nowMs() + 3_600_000;
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'work', 'slow', { runAtMs });
    await jobs.enqueue(tx, 'work', 'early', { runAtMs, id: 'h' });
  });
  await jobs.idle();
  assert.deepEqual(seen, []);
  await db.transaction((tx) => jobs.runNow(tx, 'h'));
  await jobs.idle();
  assert.deepEqual(seen, ['early']);
  // Timers fire one after the other while the hour passes. After each poll the queue sleeps until the next one.
  await eventually('the hour is over and the job has run', async () => {
    time.advance(600_000);
    await jobs.idle();
    return seen.length === 2;
  });
  assert.ok(time.clock.nowMs() >= runAtMs);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('the writes and the end of a job are one transaction', async (db) => {
  const time = createManualTime();
  const attempts: number[] = [];
  const write = (tx: Parameters<Jobs['enqueue']>[0], id: string) =>
    tx
      .insertInto('workspaces')
      .values({ id, name: id, reserved_nano: 0, balance_nano: null, created_at: 0 })
      .execute();
  const jobs = await startJobs<string>(db, time, async (_, { attempt, completeIn }) => {
    attempts.push(attempt);
    await db.transaction(async (tx) => {
      await write(tx, `written-${attempt}`);
      await completeIn(tx);
      if (attempt === 1) throw new Error('after the end');
    });
    throw new Error('too late to matter');
  });
  await put(db, jobs, ['x']);
  await jobs.idle();
  time.advance(60_000);
  await jobs.idle();
  assert.deepEqual(attempts, [1, 2]);
  const rows = await db.query.selectFrom('workspaces').select('id').execute();
  assert.deepEqual(
    rows.map((row) => row.id),
    ['written-2'],
  );
  assert.equal(await jobs.count('work'), 0);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a full group leaves workers for others, however many of its jobs wait', async (db) => {
  const started: string[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const jobs = await startJobs<string>(
    db,
    createManualTime(),
    async (group) => {
      started.push(group);
      if (group === 'hangs') await released;
    },
    { concurrency: 6, groupConcurrency: () => 2 },
  );
  await db.transaction(async (tx) => {
    for (let number = 0; number < 40; number += 1)
      await jobs.enqueue(tx, 'work', 'hangs', { group: 'hangs', orderingKey: `h${number}` });
    for (let number = 0; number < 20; number += 1)
      await jobs.enqueue(tx, 'work', 'quick', { group: 'quick' });
  });
  await eventually(
    'all jobs of the quick group have run',
    () => started.filter((g) => g === 'quick').length === 20,
  );
  assert.equal(started.filter((group) => group === 'hangs').length, 2);
  release();
  await jobs.idle();
  assert.equal(started.length, 60);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('the queues are not idle while a job may enqueue another', async (db) => {
  const time = createManualTime();
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent });
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const enqueueIn = (queue: string) => db.transaction((tx) => jobs.enqueue(tx, queue, null));
  const options = defaults as QueueOptions<null>;
  const work = async (): Promise<void> => {
    for (let tick = 0; tick < 50; tick += 1) await new Promise(setImmediate);
  };
  jobs.define<null>('third', () => work().then(() => void done.push('third')), options);
  jobs.define<null>('second', () => work().then(async () => void (await enqueueIn('third'))), options);
  jobs.define<null>(
    'first',
    async () => {
      done.push('first');
      await gate.promise;
      await enqueueIn('second');
    },
    options,
  );
  await jobs.start();
  await enqueueIn('first');
  const idle = jobs.idle();
  await eventually('the first runs', () => done.length > 0);
  gate.resolve();
  await idle;
  assert.deepEqual(done, ['first', 'third']);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a queue that is always busy does not delay the first look at the others', async (db) => {
  const time = createManualTime();
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent });
  const done: string[] = [];
  jobs.define<null>('busy', async () => {}, defaults as QueueOptions<null>);
  jobs.define<null>('quiet', async () => void done.push('quiet'), defaults as QueueOptions<null>);
  await db.transaction((tx) => jobs.enqueue(tx, 'quiet', null));
  // Wakes the queue more often than a poll takes, as if jobs ended all the time.
  let waking = setImmediate(function wakeAgain() {
    jobs.wake('busy');
    waking = setImmediate(wakeAgain);
  });
  try {
    await jobs.start();
    await eventually('the job of the quiet queue has run', () => done.length > 0);
  } finally {
    clearImmediate(waking);
    await jobs.stop({ graceMs: 0 });
  }
});

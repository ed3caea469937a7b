import assert from 'node:assert/strict';
import fc from 'fast-check';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime, type ManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createJobs, type JobContext, type JobHandler, type Jobs } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** So long that no lease expires in these tests. */
const leaseMs = 24 * 3_600_000;

type Fault = 'none' | 'refused' | 'response lost';

/** The same database over a connection that can break, before a commit or before its response. */
const createUnreliableConnection = (db: Database) => {
  let next: () => Fault = () => 'none';
  let nextTransaction: Fault | undefined;
  const refuse = (fault: Fault): void => {
    if (fault === 'refused') throw new Error('The database is away');
  };
  const unreliable: Database = {
    ...db,
    get query() {
      refuse(next());
      return db.query;
    },
    transaction: async (work) => {
      const fault = nextTransaction ?? next();
      nextTransaction = undefined;
      refuse(fault);
      const result = await db.transaction(work);
      if (fault === 'response lost') throw new Error('The connection broke');
      return result;
    },
  };
  return {
    db: unreliable,
    /** Effect on each statement or transaction from now on. */
    behave: (faults: () => Fault) => {
      next = faults;
    },
    /** Affects only the next transaction. */
    once: (fault: Fault) => {
      nextTransaction = fault;
    },
  };
};

const createWorker = (
  db: Database,
  time: ManualTime,
  processId: string,
  handler: JobHandler<unknown>,
  concurrency = 4,
): Jobs => {
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId });
  const limits = { concurrency, leaseMs, maxAttempts: 50, retryDelayMs: () => 1000 };
  jobs.define('work', handler, limits);
  return jobs;
};

/** Advances time second by second, as far as needed and far less than a lease. */
const advanceUntil = (
  what: string,
  time: ManualTime,
  jobs: Jobs[],
  happened: () => boolean | Promise<boolean>,
) =>
  eventually(what, async () => {
    if (await happened()) return true;
    time.advance(1000);
    for (const one of jobs) await one.idle();
    return happened();
  });

forEachDatabase('jobs whose claim was lost start at the next look, without an attempt', async (db) => {
  const time = createManualTime();
  const unreliable = createUnreliableConnection(db);
  const seen: [unknown, number][] = [];
  const jobs = createWorker(unreliable.db, time, 'one', async (payload, { attempt }) => {
    seen.push([payload, attempt]);
  });
  await jobs.start();
  await jobs.idle();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'first', { orderingKey: 'key' }));
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'second', { orderingKey: 'key' }));
  await jobs.idle();
  assert.deepEqual(seen.splice(0), [
    ['first', 1],
    ['second', 1],
  ]);

  unreliable.once('response lost');
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'third'));
  await eventually('the lease is committed', async () => {
    const row = await db.query.selectFrom('jobs').select('leased_by').executeTakeFirstOrThrow();
    return row.leased_by === 'one';
  });
  assert.deepEqual(seen, []);
  await advanceUntil('the third job has run', time, [jobs], async () => (await jobs.count('work')) === 0);
  assert.deepEqual(seen, [['third', 1]]);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase(
  'a job whose completion could not be stored runs again when the database is back',
  async (db) => {
    const time = createManualTime();
    const unreliable = createUnreliableConnection(db);
    const attempts: number[] = [];
    const jobs = createWorker(unreliable.db, time, 'one', async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) unreliable.behave(() => 'refused');
    });
    await jobs.start();
    await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
    await jobs.idle();
    for (let second = 0; second < 10; second += 1) {
      time.advance(1000);
      await jobs.idle();
    }
    assert.deepEqual(attempts, [1]);
    unreliable.behave(() => 'none');
    await advanceUntil('the job is finished', time, [jobs], async () => (await jobs.count('work')) === 0);
    assert.deepEqual(attempts, [1, 2]);
    await jobs.stop({ graceMs: 0 });
  },
);

forEachDatabase('a job whose end cannot be recorded waits longer after each attempt', async (db) => {
  const time = createManualTime();
  const unreliable = createUnreliableConnection(db);
  const startedAtMs: number[] = [];
  const failCompletion: JobHandler<unknown> = async () => {
    startedAtMs.push(time.clock.nowMs());
    if (startedAtMs.length <= 3) unreliable.once('refused');
  };
  // One at a time: while it runs nothing is leased, so the next transaction is its completion.
  const jobs = createWorker(unreliable.db, time, 'one', failCompletion, 1);
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await jobs.idle();
  await advanceUntil('the job is finished', time, [jobs], async () => (await jobs.count('work')) === 0);
  const waits = startedAtMs.slice(1).map((atMs, index) => atMs - startedAtMs[index]!);
  assert.equal(waits.length, 3);
  for (const [index, waitMs] of waits.entries()) assert.ok(waitMs >= 1000 * 2 ** index, `${waits}`);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase(
  'a job that others freed is not started again while its attempt is still running',
  async (db) => {
    const time = createManualTime();
    let context: JobContext | undefined;
    let end = (): void => {};
    const attempts: number[] = [];
    const jobs = createWorker(db, time, 'one', async (_, given) => {
      attempts.push(given.attempt);
      if (given.attempt > 1) return;
      context = given;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await jobs.start();
    await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
    await eventually('the job has started', () => context !== undefined);
    await jobs.releaseLeasesOf('one');
    await eventually('it is leased again', async () => {
      const row = await db.query.selectFrom('jobs').select('leased_by').executeTakeFirstOrThrow();
      return row.leased_by === 'one';
    });
    assert.equal(await context!.heartbeat(), false);
    assert.deepEqual(attempts, [1]);
    end();
    await advanceUntil('the job is finished', time, [jobs], async () => (await jobs.count('work')) === 0);
    assert.deepEqual(attempts, [1, 2]);
    await jobs.stop({ graceMs: 0 });
  },
);

const faults = fc.array(fc.constantFrom<Fault>('none', 'none', 'none', 'refused', 'response lost'), {
  minLength: 5,
  maxLength: 40,
});

forEachDatabase(
  'a job never runs twice at once and has one effect, however its connection breaks',
  async (db) => {
    const property = fc.asyncProperty(faults, fc.integer({ min: 1, max: 6 }), async (plan, count) => {
      const time = createManualTime();
      const unreliable = createUnreliableConnection(db);
      const running = new Set<string>();
      const overlaps: string[] = [];
      const handlerOn =
        (own: Database): JobHandler<unknown> =>
        async (payload, context) => {
          const name = String(payload);
          if (running.has(name)) overlaps.push(name);
          running.add(name);
          try {
            await own.transaction(async (tx) => {
              const row = { id: name, name, reserved_nano: 0, balance_nano: null, created_at: 0 };
              await tx.insertInto('workspaces').values(row).execute();
              await context.completeIn(tx);
            });
          } finally {
            running.delete(name);
          }
        };
      const faulty = createWorker(unreliable.db, time, 'faulty', handlerOn(unreliable.db));
      const healthy = createWorker(db, time, 'healthy', handlerOn(db));
      await faulty.start();
      await healthy.start();
      const left = [...plan];
      unreliable.behave(() => left.shift() ?? 'none');
      for (let index = 0; index < count; index += 1)
        await db.transaction((tx) =>
          faulty.enqueue(tx, 'work', `job-${index}`, { orderingKey: `${index % 2}` }),
        );
      await advanceUntil('every job is finished', time, [faulty, healthy], async () => {
        return left.length === 0 && (await healthy.count('work')) === 0;
      });
      const effects = await db.query.deleteFrom('workspaces').returning('id').execute();
      assert.deepEqual(
        effects.map(({ id }) => id).sort(),
        Array.from({ length: count }, (_, index) => `job-${index}`),
      );
      assert.deepEqual(overlaps, []);
      for (const jobs of [faulty, healthy]) await jobs.stop({ graceMs: 0 });
    });
    await fc.assert(property, { numRuns: 8 });
  },
);

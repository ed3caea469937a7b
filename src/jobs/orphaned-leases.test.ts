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

type Fault = 'none' | 'refused' | 'answer lost';

/** The same database over a connection that can break, before a commit or before its answer. */
const createFrailConnection = (db: Database) => {
  let next: () => Fault = () => 'none';
  let nextTransaction: Fault | undefined;
  const refuse = (fault: Fault): void => {
    if (fault === 'refused') throw new Error('The database is away');
  };
  const frail: Database = {
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
      if (fault === 'answer lost') throw new Error('The connection broke');
      return result;
    },
  };
  return {
    db: frail,
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
const letPass = (what: string, time: ManualTime, jobs: Jobs[], happened: () => boolean | Promise<boolean>) =>
  eventually(what, async () => {
    if (await happened()) return true;
    time.advance(1000);
    for (const one of jobs) await one.idle();
    return happened();
  });

forEachDatabase('jobs whose claim was lost start at the next look, without an attempt', async (db) => {
  const time = createManualTime();
  const frail = createFrailConnection(db);
  const seen: [unknown, number][] = [];
  const jobs = createWorker(frail.db, time, 'one', async (payload, { attempt }) => {
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

  frail.once('answer lost');
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 'third'));
  await eventually('the lease is committed', async () => {
    const row = await db.query.selectFrom('jobs').select('leased_by').executeTakeFirstOrThrow();
    return row.leased_by === 'one';
  });
  assert.deepEqual(seen, []);
  await letPass('the third job has run', time, [jobs], async () => (await jobs.count('work')) === 0);
  assert.deepEqual(seen, [['third', 1]]);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase(
  'a job whose end could not be recorded is run again when the database is back',
  async (db) => {
    const time = createManualTime();
    const frail = createFrailConnection(db);
    const attempts: number[] = [];
    const jobs = createWorker(frail.db, time, 'one', async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) frail.behave(() => 'refused');
    });
    await jobs.start();
    await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
    await jobs.idle();
    for (let second = 0; second < 10; second += 1) {
      time.advance(1000);
      await jobs.idle();
    }
    assert.deepEqual(attempts, [1]);
    frail.behave(() => 'none');
    await letPass('the job is finished', time, [jobs], async () => (await jobs.count('work')) === 0);
    assert.deepEqual(attempts, [1, 2]);
    await jobs.stop({ graceMs: 0 });
  },
);

forEachDatabase('a job whose end cannot be recorded waits longer after each attempt', async (db) => {
  const time = createManualTime();
  const frail = createFrailConnection(db);
  const startedAtMs: number[] = [];
  const refuseEnd: JobHandler<unknown> = async () => {
    startedAtMs.push(time.clock.nowMs());
    if (startedAtMs.length <= 3) frail.once('refused');
  };
  // One at a time: while it runs nothing is leased, so the next transaction is its end.
  const jobs = createWorker(frail.db, time, 'one', refuseEnd, 1);
  await jobs.start();
  await db.transaction((tx) => jobs.enqueue(tx, 'work', 1));
  await jobs.idle();
  await letPass('the job is finished', time, [jobs], async () => (await jobs.count('work')) === 0);
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
    await letPass('the job is finished', time, [jobs], async () => (await jobs.count('work')) === 0);
    assert.deepEqual(attempts, [1, 2]);
    await jobs.stop({ graceMs: 0 });
  },
);

const faults = fc.array(fc.constantFrom<Fault>('none', 'none', 'none', 'refused', 'answer lost'), {
  minLength: 5,
  maxLength: 40,
});

forEachDatabase(
  'a job never runs twice at once and has one effect, however its connection breaks',
  async (db) => {
    const property = fc.asyncProperty(faults, fc.integer({ min: 1, max: 6 }), async (plan, count) => {
      const time = createManualTime();
      const frail = createFrailConnection(db);
      const atWork = new Set<string>();
      const overlaps: string[] = [];
      const handlerOn =
        (own: Database): JobHandler<unknown> =>
        async (payload, context) => {
          const name = String(payload);
          if (atWork.has(name)) overlaps.push(name);
          atWork.add(name);
          try {
            await own.transaction(async (tx) => {
              const row = { id: name, name, reserved_nano: 0, balance_nano: null, created_at: 0 };
              await tx.insertInto('workspaces').values(row).execute();
              await context.completeIn(tx);
            });
          } finally {
            atWork.delete(name);
          }
        };
      const weak = createWorker(frail.db, time, 'weak', handlerOn(frail.db));
      const sound = createWorker(db, time, 'sound', handlerOn(db));
      await weak.start();
      await sound.start();
      const left = [...plan];
      frail.behave(() => left.shift() ?? 'none');
      for (let index = 0; index < count; index += 1)
        await db.transaction((tx) =>
          weak.enqueue(tx, 'work', `job-${index}`, { orderingKey: `${index % 2}` }),
        );
      await letPass('every job is finished', time, [weak, sound], async () => {
        return left.length === 0 && (await sound.count('work')) === 0;
      });
      const effects = await db.query.deleteFrom('workspaces').returning('id').execute();
      assert.deepEqual(
        effects.map(({ id }) => id).sort(),
        Array.from({ length: count }, (_, index) => `job-${index}`),
      );
      assert.deepEqual(overlaps, []);
      for (const jobs of [weak, sound]) await jobs.stop({ graceMs: 0 });
    });
    await fc.assert(property, { numRuns: 8 });
  },
);

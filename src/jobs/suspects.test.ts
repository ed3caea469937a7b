import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import type { Database } from '../db/index.ts';
import { systemClock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';
import { createJobs, systemTimer, type Timer } from './index.ts';

/** A timer that can be stopped, as if its process had been killed. */
const createStoppableTimer = () => {
  const cancels = new Set<() => void>();
  let isDead = false;
  let firedCount = 0;
  const after: Timer['after'] = (delayMs, callback) => {
    if (isDead) return () => {};
    const cancel = systemTimer.after(delayMs, () => {
      cancels.delete(cancel);
      firedCount += 1;
      callback();
    });
    cancels.add(cancel);
    return cancel;
  };
  const stop = (): void => {
    isDead = true;
    for (const cancel of cancels) cancel();
  };
  return { timer: { elapsedMs: systemTimer.elapsedMs, after }, stop, firedCount: () => firedCount };
};

/** Processes that run one after the other on a database, with a record of their jobs. */
const createProcesses = (db: Database) => {
  const finished: string[] = [];
  const givenUp: [string, string][] = [];
  /** Jobs that do not end by themselves. */
  const hanging = new Set<string>();
  let processNumber = 0;

  const start = async (context: TestContext) => {
    const processId = `process-${++processNumber}`;
    const running = new Map<string, () => void>();
    const { timer, stop: stopTimer, firedCount } = createStoppableTimer();
    let isDead = false;
    const transactions = new Set<Promise<unknown>>();
    const transaction: Database['transaction'] = (work) => {
      const result = db.transaction((tx) => {
        if (isDead) throw new Error('this process is dead');
        return work(tx);
      });
      transactions.add(result);
      return result.finally(() => transactions.delete(result));
    };
    const jobs = createJobs({
      db: { ...db, transaction },
      clock: systemClock,
      log: silentLog,
      timer,
      processId,
      pollMs: 20,
    });
    const handler = async (name: string, { signal }: { signal: AbortSignal }): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(name, resolve);
      signal.addEventListener('abort', () => resolve());
      if (hanging.has(name)) await promise;
      running.delete(name);
      signal.throwIfAborted();
      finished.push(name);
    };
    for (const queue of ['texts', 'scans'])
      jobs.define<string>(queue, handler, {
        concurrency: 4,
        leaseMs: 30_000,
        maxAttempts: 3,
        retryDelayMs: () => 0,
        lane: 'documents',
        onGivenUp: async (name, error) => void givenUp.push([name, (error as Error).message]),
      });
    // A failing test must not leave timers behind.
    context.after(stopTimer);
    await jobs.releaseLeasesOf(`process-${processNumber - 1}`);
    await jobs.start();
    return {
      jobs,
      running: () => [...running.keys()].sort(),
      end: (name: string) => running.get(name)?.(),
      /** Waits until every queue has polled several times. */
      waitForPolls: (): Promise<void> => {
        const enough = firedCount() + 10;
        return eventually('the queues have polled', () => firedCount() >= enough);
      },
      /** Stops all work of the process. Its leases stay. */
      kill: async (): Promise<void> => {
        isDead = true;
        stopTimer();
        await Promise.allSettled(transactions);
      },
    };
  };
  return { start, finished, givenUp, hanging };
};

forEachDatabase('only the job that ends its process while it runs alone fails', async (db, context) => {
  const { start, finished, givenUp, hanging } = createProcesses(db);
  const innocentJobs = ['a', 'b', 'c'];
  for (const name of [...innocentJobs, 'culprit']) hanging.add(name);
  let worker = await start(context);
  await db.transaction(async (tx) => {
    for (const name of innocentJobs) await worker.jobs.enqueue(tx, 'texts', name);
    await worker.jobs.enqueue(tx, 'scans', 'culprit');
    await worker.jobs.enqueue(tx, 'texts', 'late');
  });
  for (let crash = 1; crash <= 5; crash += 1) {
    const expected = crash <= 2 ? ['a', 'b', 'c', 'culprit'] : ['culprit'];
    await eventually(`crash ${crash}`, () => worker.running().includes('culprit'));
    if (crash <= 2)
      await eventually('all jobs are running', () => worker.running().length === expected.length);
    assert.deepEqual(worker.running(), expected);
    await worker.kill();
    // After two crashes all are suspects. From now on the innocent jobs end when they run.
    if (crash === 2) for (const name of innocentJobs) hanging.delete(name);
    worker = await start(context);
  }
  await eventually(
    'nothing is left',
    async () => (await db.query.selectFrom('jobs').select('id').execute()).length === 0,
  );
  assert.deepEqual(givenUp, [['culprit', 'The process ended during 5 attempts']]);
  assert.deepEqual(finished.toSorted(), ['a', 'b', 'c', 'late']);
  await worker.jobs.stop({ graceMs: 0 });
});

forEachDatabase('five external kills fail none of several jobs', async (db, context) => {
  const { start, finished, givenUp, hanging } = createProcesses(db);
  const names = ['a', 'b', 'c'];
  for (const name of names) hanging.add(name);
  let worker = await start(context);
  await db.transaction(async (tx) => {
    for (const name of names) await worker.jobs.enqueue(tx, 'texts', name);
  });
  const alone: string[][] = [];
  for (let kill = 1; kill <= 5; kill += 1) {
    await eventually('a job is running', () => worker.running().length >= (kill <= 2 ? 3 : 1));
    if (kill > 2) alone.push(worker.running());
    await worker.kill();
    if (kill === 5) hanging.clear();
    worker = await start(context);
  }
  await eventually(
    'nothing is left',
    async () => (await db.query.selectFrom('jobs').select('id').execute()).length === 0,
  );
  assert.deepEqual(
    alone.toSorted(),
    [['a'], ['b'], ['c']],
    'each of the last three kills hit another job, which ran alone',
  );
  assert.deepEqual([finished.toSorted(), givenUp], [names, []]);
  await worker.jobs.stop({ graceMs: 0 });
});

forEachDatabase('a suspect waits for running jobs, and nothing starts beside it', async (db, context) => {
  const { start, finished, hanging } = createProcesses(db);
  const worker = await start(context);
  for (const name of ['before', 'suspect']) hanging.add(name);
  await db.transaction((tx) => worker.jobs.enqueue(tx, 'texts', 'before'));
  await eventually('the first job is running', () => worker.running().length === 1);
  await db.transaction(async (tx) => {
    const id = await worker.jobs.enqueue(tx, 'scans', 'suspect');
    await tx.updateTable('jobs').set({ losses: 2 }).where('id', '=', id).execute();
  });
  // A queue whose poll has started may still start a job that is enqueued together with the suspect.
  await worker.waitForPolls();
  await db.transaction((tx) => worker.jobs.enqueue(tx, 'texts', 'behind'));
  await worker.waitForPolls();
  assert.deepEqual(worker.running(), ['before']);
  worker.end('before');
  await eventually('the suspect is running', () => worker.running().includes('suspect'));
  await worker.waitForPolls();
  assert.deepEqual(worker.running(), ['suspect']);
  worker.end('suspect');
  await eventually('all are done', () => finished.length === 3);
  assert.deepEqual(finished, ['before', 'suspect', 'behind']);
  await worker.jobs.stop({ graceMs: 0 });
});

forEachDatabase('planned stops use up no attempts', async (db, context) => {
  const { start, finished, givenUp, hanging } = createProcesses(db);
  hanging.add('slow');
  let worker = await start(context);
  await db.transaction((tx) => worker.jobs.enqueue(tx, 'texts', 'slow'));
  for (let stop = 1; stop <= 4; stop += 1) {
    await eventually('it is running', () => worker.running().length === 1);
    await worker.jobs.stop({ graceMs: 0 });
    if (stop === 4) hanging.clear();
    worker = await start(context);
  }
  await eventually('it is done', () => finished.length === 1);
  assert.deepEqual(givenUp, []);
  await worker.jobs.stop({ graceMs: 0 });
});

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import type { Database } from '../db/index.ts';
import { systemClock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';
import { createJobs, systemTimer, type Timer } from './index.ts';

/** A timer that can be stopped, like by the death of its process. */
const createMortalTimer = () => {
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
  const die = (): void => {
    isDead = true;
    for (const cancel of cancels) cancel();
  };
  return { timer: { elapsedMs: systemTimer.elapsedMs, after }, die, firedCount: () => firedCount };
};

/** Processes that follow one another on a database, with a record of their jobs. */
const createLives = (db: Database) => {
  const finished: string[] = [];
  const givenUp: [string, string][] = [];
  /** Jobs that do not end by themselves. */
  const holding = new Set<string>();
  let lifeNumber = 0;

  const start = async (context: TestContext) => {
    const processId = `process-${++lifeNumber}`;
    const atWork = new Map<string, () => void>();
    const { timer, die: stopTimer, firedCount } = createMortalTimer();
    let isDead = false;
    const underWay = new Set<Promise<unknown>>();
    const transaction: Database['transaction'] = (work) => {
      const result = db.transaction((tx) => {
        if (isDead) throw new Error('this process is dead');
        return work(tx);
      });
      underWay.add(result);
      return result.finally(() => underWay.delete(result));
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
      atWork.set(name, resolve);
      signal.addEventListener('abort', () => resolve());
      if (holding.has(name)) await promise;
      atWork.delete(name);
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
    await jobs.releaseLeasesOf(`process-${lifeNumber - 1}`);
    await jobs.start();
    return {
      jobs,
      atWork: () => [...atWork.keys()].sort(),
      end: (name: string) => atWork.get(name)?.(),
      /** Waits until every queue has looked for jobs several times. */
      polls: (): Promise<void> => {
        const enough = firedCount() + 10;
        return eventually('the queues have looked for jobs', () => firedCount() >= enough);
      },
      /** Stops all work of the process. Its leases stay. */
      die: async (): Promise<void> => {
        isDead = true;
        stopTimer();
        await Promise.allSettled(underWay);
      },
    };
  };
  return { start, finished, givenUp, holding };
};

forEachDatabase('only the job that ends its process while it runs alone fails', async (db, context) => {
  const { start, finished, givenUp, holding } = createLives(db);
  const innocents = ['a', 'b', 'c'];
  for (const name of [...innocents, 'culprit']) holding.add(name);
  let life = await start(context);
  await db.transaction(async (tx) => {
    for (const name of innocents) await life.jobs.enqueue(tx, 'texts', name);
    await life.jobs.enqueue(tx, 'scans', 'culprit');
    await life.jobs.enqueue(tx, 'texts', 'late');
  });
  for (let crash = 1; crash <= 5; crash += 1) {
    const expected = crash <= 2 ? ['a', 'b', 'c', 'culprit'] : ['culprit'];
    await eventually(`crash ${crash}`, () => life.atWork().includes('culprit'));
    if (crash <= 2) await eventually('all are at work', () => life.atWork().length === expected.length);
    assert.deepEqual(life.atWork(), expected);
    await life.die();
    // After two crashes all are suspects. From now on the innocent jobs end when they run.
    if (crash === 2) for (const name of innocents) holding.delete(name);
    life = await start(context);
  }
  await eventually(
    'nothing is left',
    async () => (await db.query.selectFrom('jobs').select('id').execute()).length === 0,
  );
  assert.deepEqual(givenUp, [['culprit', 'The process ended during 5 attempts']]);
  assert.deepEqual(finished.toSorted(), ['a', 'b', 'c', 'late']);
  await life.jobs.stop({ graceMs: 0 });
});

forEachDatabase('five external kills fail none of several jobs', async (db, context) => {
  const { start, finished, givenUp, holding } = createLives(db);
  const names = ['a', 'b', 'c'];
  for (const name of names) holding.add(name);
  let life = await start(context);
  await db.transaction(async (tx) => {
    for (const name of names) await life.jobs.enqueue(tx, 'texts', name);
  });
  const alone: string[][] = [];
  for (let kill = 1; kill <= 5; kill += 1) {
    await eventually('something is at work', () => life.atWork().length >= (kill <= 2 ? 3 : 1));
    if (kill > 2) alone.push(life.atWork());
    await life.die();
    if (kill === 5) holding.clear();
    life = await start(context);
  }
  await eventually(
    'nothing is left',
    async () => (await db.query.selectFrom('jobs').select('id').execute()).length === 0,
  );
  assert.deepEqual(alone.toSorted(), [['a'], ['b'], ['c']], 'the kills hit one after the other, each alone');
  assert.deepEqual([finished.toSorted(), givenUp], [names, []]);
  await life.jobs.stop({ graceMs: 0 });
});

forEachDatabase('a suspect waits for running jobs, and nothing starts beside it', async (db, context) => {
  const { start, finished, holding } = createLives(db);
  const life = await start(context);
  for (const name of ['before', 'suspect']) holding.add(name);
  await db.transaction((tx) => life.jobs.enqueue(tx, 'texts', 'before'));
  await eventually('a job is at work', () => life.atWork().length === 1);
  await db.transaction(async (tx) => {
    const id = await life.jobs.enqueue(tx, 'scans', 'suspect');
    await tx.updateTable('jobs').set({ losses: 2 }).where('id', '=', id).execute();
  });
  // A queue that is already looking may still start a job that is enqueued together with the suspect.
  await life.polls();
  await db.transaction((tx) => life.jobs.enqueue(tx, 'texts', 'behind'));
  await life.polls();
  assert.deepEqual(life.atWork(), ['before']);
  life.end('before');
  await eventually('the suspect is at work', () => life.atWork().includes('suspect'));
  await life.polls();
  assert.deepEqual(life.atWork(), ['suspect']);
  life.end('suspect');
  await eventually('all are done', () => finished.length === 3);
  assert.deepEqual(finished, ['before', 'suspect', 'behind']);
  await life.jobs.stop({ graceMs: 0 });
});

forEachDatabase('planned stops use up no attempts', async (db, context) => {
  const { start, finished, givenUp, holding } = createLives(db);
  holding.add('slow');
  let life = await start(context);
  await db.transaction((tx) => life.jobs.enqueue(tx, 'texts', 'slow'));
  for (let stop = 1; stop <= 4; stop += 1) {
    await eventually('it is at work', () => life.atWork().length === 1);
    await life.jobs.stop({ graceMs: 0 });
    if (stop === 4) holding.clear();
    life = await start(context);
  }
  await eventually('it is done', () => finished.length === 1);
  assert.deepEqual(givenUp, []);
  await life.jobs.stop({ graceMs: 0 });
});

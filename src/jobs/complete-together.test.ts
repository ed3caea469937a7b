import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createManualTime } from '../../test/support/time/manual-time.ts';
import { completeAllIn, createJobs, type JobContext } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

forEachDatabase(
  'jobs end together, and not at all if one of them was taken by another process',
  async (db) => {
    const time = createManualTime();
    const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId: 'here' });
    const contexts: JobContext[] = [];
    const all = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    jobs.define<number>(
      'work',
      async (_payload, context) => {
        contexts.push(context);
        if (contexts.length === 3) all.resolve();
        await ended.promise;
      },
      { concurrency: 3, leaseMs: 30_000, maxAttempts: 3, retryDelayMs: () => 60_000 },
    );
    await jobs.start();
    await db.transaction(async (tx) => {
      for (const payload of [1, 2, 3]) await jobs.enqueue(tx, 'work', payload);
    });
    await all.promise;
    const lend = (by: string) =>
      db.query.updateTable('jobs').set({ leased_by: by }).where('id', '=', contexts[1]!.id).execute();
    await lend('elsewhere');
    await assert.rejects(
      db.transaction((tx) => completeAllIn(tx, contexts)),
      { name: 'LeaseLostError' },
    );
    assert.equal(await jobs.count('work'), 3);
    await lend('here');
    await db.transaction((tx) => completeAllIn(tx, contexts));
    assert.equal(await jobs.count('work'), 0);
    ended.resolve();
    await jobs.idle();
    await jobs.stop({ graceMs: 0 });
  },
);

forEachDatabase('jobs with ordering keys end together, and the next of each key starts', async (db) => {
  const time = createManualTime();
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId: 'here' });
  const started: string[] = [];
  const contexts: JobContext[] = [];
  const firstTwo = Promise.withResolvers<void>();
  const recorded = Promise.withResolvers<void>();
  jobs.define<string>(
    'work',
    async (payload, context) => {
      started.push(payload);
      if (!payload.endsWith('1')) return;
      contexts.push(context);
      if (contexts.length === 2) firstTwo.resolve();
      await recorded.promise;
    },
    { concurrency: 8, leaseMs: 30_000, maxAttempts: 3, retryDelayMs: () => 60_000 },
  );
  await jobs.start();
  await db.transaction(async (tx) => {
    for (const key of ['a', "b'"])
      for (const place of [1, 2, 3]) await jobs.enqueue(tx, 'work', key + place, { orderingKey: key });
  });
  await firstTwo.promise;
  assert.deepEqual(started.toSorted(), ['a1', "b'1"]);
  await db.transaction((tx) => completeAllIn(tx, contexts));
  recorded.resolve();
  await jobs.idle();
  assert.deepEqual(started.toSorted(), ['a1', 'a2', 'a3', "b'1", "b'2", "b'3"]);
  assert.equal(await jobs.count('work'), 0);
  await jobs.stop({ graceMs: 0 });
});
